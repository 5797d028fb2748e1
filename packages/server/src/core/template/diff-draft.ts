import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { type DesignChange, diffDesigns } from './diff-designs.ts'
import { readDraft } from './edit-draft.ts'
import { parseDesign } from './save-template.ts'

interface DraftDiff {
  from: number
  /** Of the draft. */
  revision: number
  changes: DesignChange[]
}

/**
 * What the draft changes of a version: by default of the published one, which actions use, else of the one that it began with.
 * @throws AppError `not_found`, `invalid_request` when this release does not know one of the designs
 */
export async function diffDraft(world: Pick<World, 'data'>, id: string, version?: number): Promise<DraftDiff> {
  const { templates } = world.data
  const template = found(await templates.get(id), 'template', id)
  const { change, revision } = await readDraft(world, id)
  const { latestVersion, publishedVersion } = template
  const from = version ?? publishedVersion ?? change?.baseVersion ?? latestVersion
  const versionOf = async (number: number) =>
    found(await templates.getVersion(id, number), `version ${number} of the template`, id).design
  const after = change ? await parseDesign(change.design) : await versionOf(latestVersion)
  return { from, revision, changes: diffDesigns(await versionOf(from), after) }
}
