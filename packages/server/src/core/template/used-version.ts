import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { TemplateVersion } from './template.ts'

/** The version asked for, else the published one, else the latest. @throws AppError `not_found` */
export async function usedVersion(
  world: Pick<World, 'data'>,
  templateId: string,
  version?: number,
): Promise<TemplateVersion> {
  const template = found(await world.data.templates.get(templateId), 'template', templateId)
  const number = version ?? template.publishedVersion ?? template.latestVersion
  return found(await world.data.templates.getVersion(templateId, number), `version ${number} of template`, templateId)
}
