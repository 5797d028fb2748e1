import type { Action } from '#core/action/action.ts'
import type { World } from '#core/ports/world.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { outputsOf, templateIdsOf } from './outputs-of.ts'

/** Those that a run of the action fills, that of the first output first. @throws AppError `not_found` */
export async function designsOf(world: Pick<World, 'data'>, action: Action): Promise<TemplateDesign[]> {
  const versions = await Promise.all(templateIdsOf(outputsOf(action)).map((id) => usedVersion(world, id)))
  return versions.map(({ design }) => design)
}
