import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { found, stored, type Target, toBeChanged } from '#core/revision.ts'
import { isEqual } from './diff-designs.ts'
import { claimed, type Draft, type Editor, editorOf, released } from './draft.ts'
import { parseDesign, publishTemplate, saveTemplate } from './save-template.ts'
import type { Template } from './template.ts'

type DraftWorld = Pick<World, 'clock' | 'data'>

/** The draft, which is empty before the first save. @throws AppError `not_found` */
export async function readDraft({ data }: Pick<World, 'data'>, templateId: string): Promise<Draft> {
  const draft = await data.drafts.get(templateId)
  if (draft === null) found(await data.templates.get(templateId), 'template', templateId)
  return draft ?? emptyDraft(templateId)
}

export function emptyDraft(templateId: string): Draft {
  const nothing = { change: null, editing: null, waiting: null, updatedAt: null, updatedBy: null }
  return { templateId, revision: 0, ...nothing }
}

/** Changes the draft while no one else does. */
async function changeDraft<Result>(
  { data }: Pick<World, 'data'>,
  templateId: string,
  change: (draft: Draft, data: Data, template: Template) => Promise<{ draft: Draft; result: Result }>,
): Promise<Result> {
  return data.transaction(async (inside) => {
    const template = found(await inside.templates.get(templateId), 'template', templateId)
    const before = await inside.drafts.lock(templateId)
    const { draft, result } = await change(before, inside, template)
    if (draft !== before) await inside.drafts.update(draft)
    return result
  })
}

/** @throws AppError `draft_in_use` while another editor holds the lease */
function refuseOthers(draft: Draft, session: string, now: Date): void {
  const editor = editorOf(draft, now)
  if (editor === null || editor.session === session) return
  throw new AppError('draft_in_use', `${editor.name} is editing this template. Take over, or wait until they leave.`)
}

/**
 * Saves the draft and renews the lease of its editor. Sample values are not part of a draft: they are saved with the template.
 * @throws AppError `draft_in_use`, `precondition_failed` when the editor read an older revision, `invalid_request`
 */
export async function saveDraft(
  world: DraftWorld,
  { id, revision }: Target,
  saved: { design: unknown; sample?: Template['sample'] | undefined; baseVersion: number; editor: Editor },
): Promise<Draft> {
  const design = await parseDesign(saved.design)
  const { sample, baseVersion, editor } = saved
  return changeDraft(world, id, async (before, data, template) => {
    const now = world.clock.now()
    refuseOthers(before, editor.session, now)
    toBeChanged(before, { what: 'draft of template', id, revision })
    const base = found(await data.templates.getStoredVersion(id, baseVersion), `version ${baseVersion} of template`, id)
    if (sample) stored(await data.templates.update({ ...template, sample, updatedAt: now }), 'template')
    // What was changed and undone is no change.
    const isLatest = baseVersion === template.latestVersion && isEqual(base.design, design)
    const draft = {
      ...claimed(before, editor, { now, takeOver: false }),
      revision: before.revision + 1,
      change: isLatest ? null : { baseVersion, design: { ...design } },
      updatedAt: now,
      updatedBy: editor.name,
    }
    return { draft, result: draft }
  })
}

/** The draft without its change. */
function emptied(draft: Draft, { now, by }: { now: Date; by: string }): Draft {
  return { ...draft, revision: draft.revision + 1, change: null, updatedAt: now, updatedBy: by }
}

/** Discards the change. @throws AppError `draft_in_use`, `precondition_failed` */
export async function discardDraft(world: DraftWorld, { id, revision }: Target, editor: Editor): Promise<Draft> {
  return changeDraft(world, id, async (before) => {
    const now = world.clock.now()
    refuseOthers(before, editor.session, now)
    toBeChanged(before, { what: 'draft of template', id, revision })
    const draft = before.change === null ? before : emptied(before, { now, by: editor.name })
    return { draft, result: draft }
  })
}

/** Claims or renews the lease, or asks its holder for it. @returns the draft; `editing` names the holder */
export async function claimDraft(
  world: DraftWorld,
  id: string,
  { editor, takeOver }: { editor: Editor; takeOver: boolean },
): Promise<Draft> {
  return changeDraft(world, id, async (before) => {
    const draft = claimed(before, editor, { now: world.clock.now(), takeOver })
    return { draft, result: draft }
  })
}

/** Releases the lease, or withdraws the request for it. */
export async function releaseDraft(world: DraftWorld, id: string, session: string): Promise<void> {
  await changeDraft(world, id, async (before) => {
    const draft = released(before, session, world.clock.now())
    return { draft, result: undefined }
  })
}

/**
 * Makes the draft a version, publishes it and empties the draft, in one transaction.
 * @throws AppError `draft_in_use`, `precondition_failed` when the draft or the template has changed since, `conflict` without a draft
 */
export async function publishDraft(
  world: DraftWorld,
  { id, revision }: Target,
  { editor, note }: { editor: Editor; note: string | null },
): Promise<Template> {
  return changeDraft(world, id, async (before, data) => {
    const now = world.clock.now()
    refuseOthers(before, editor.session, now)
    toBeChanged(before, { what: 'draft of template', id, revision })
    const { change } = before
    if (change === null) throw new AppError('conflict', 'The draft has no changes to publish.')
    const template = found(await data.templates.get(id), 'template', id)
    if (template.latestVersion !== change.baseVersion) {
      const message = `The draft is based on version ${change.baseVersion}, but version ${template.latestVersion} was saved since. Merge it into the draft, then publish.`
      throw new AppError('precondition_failed', message)
    }
    const inside = { ...world, data }
    await saveTemplate(inside, { id }, { design: change.design, note, author: editor.name })
    return { draft: emptied(before, { now, by: editor.name }), result: await publishTemplate(inside, id) }
  })
}
