import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { StoredVersion, Template, TemplateVersion } from '#core/template/template.ts'

/**
 * A template with one of its versions, the latest unless said otherwise.
 * @throws AppError `not_found`, `invalid_request` when this release does not know the design
 */
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

/** The same with the design as it is stored, also one that only a newer release knows. @throws AppError `not_found` */
export async function storedVersion(
  world: Pick<World, 'data'>,
  id: string,
  number?: number,
): Promise<{ template: Template; version: StoredVersion }> {
  const template = found(await world.data.templates.get(id), 'template', id)
  const wanted = number ?? template.latestVersion
  const stored = await world.data.templates.getStoredVersion(id, wanted)
  return { template, version: found(stored, `version ${wanted} of the template`, id) }
}
