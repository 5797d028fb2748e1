import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { Template, TemplateVersion } from '#core/template/template.ts'

/** A template with one of its versions, the latest unless said otherwise. @throws AppError `not_found` */
export async function templateVersion(
  world: Pick<World, 'data'>,
  id: string,
  number?: number,
): Promise<{ template: Template; version: TemplateVersion }> {
  const template = found(await world.data.templates.get(id), 'template', id)
  const wanted = number ?? template.latestVersion
  const version = found(await world.data.templates.getVersion(id, wanted), `version ${wanted} of the template`, id)
  return { template, version }
}
