import { openSource } from '#core/connection/open-source.ts'
import type { ErrorDetail } from '#core/errors.ts'
import { outputsOf } from '#core/output/outputs-of.ts'
import { isKeyedElsewhere } from '#core/output/stable-url.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { stored, type Target, toBeChanged } from '#core/revision.ts'
import { lookAtWriteBack } from '#core/run/check-write-back.ts'
import { tracksDeleted } from '#core/run/tracks-deleted.ts'
import { restartTriggers } from '#core/trigger/tend-trigger.ts'
import type { Action } from './action.ts'
import { type ActionChange, type ActionDraft, changedDraft, draftOf } from './action-draft.ts'
import type { PublicAddress } from './attachment-way.ts'
import { checkDraft } from './check-draft.ts'
import { checkDeletedMode } from './deleted-table.ts'
import { feedToken, NO_FEED } from './feed-token.ts'
import { resolveDraft } from './resolve-draft.ts'

export type { ActionChange, ActionDraft } from './action-draft.ts'

type ActionWorld = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'random' | 'secrets' | 'sources'> & PublicAddress

/** Ties a table and a template together. @throws AppError `invalid_request` that points at everything wrong and lists what there is */
export async function createAction(world: ActionWorld, draft: ActionDraft): Promise<Action> {
  const now = world.clock.now()
  const id = world.newId('action')
  const action: Action = {
    ...(await resolveDraft(world, draft, null)),
    id,
    ...feedToken(world, { id, ...NO_FEED }, Boolean(draft.stableUrls?.feed)),
    hasExceptions: false,
    writeCheck: null,
    deleteSince: null,
    tableSince: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  // From the transaction on, nothing else may be waited for.
  const writeCheck = await lookAtWriteBack(world, action)
  await world.data.transaction(async (data) => {
    await data.actions.insert(action)
    await data.actions.noteWriteCheck(action, writeCheck)
  })
  return { ...action, writeCheck }
}

const needSource = [
  'connectionId',
  'baseId',
  'table',
  'view',
  'filter',
  'templateId',
  'mapping',
  'writeBack',
  'outputs',
  'fileName',
  'stableUrls',
] as const

/** Settings that can be removed also while the table does not answer. */
function removedBy({ fileName, stableUrls }: ActionChange): Partial<Pick<Action, 'fileName' | 'stableUrls'>> {
  return { ...(fileName === null && { fileName }), ...(stableUrls === null && { stableUrls }) }
}

/** Whether its records are those of another table. */
function isOfOtherTable(before: Action, after: Action): boolean {
  return (['connectionId', 'baseId', 'tableId'] as const).some((key) => before[key] !== after[key])
}

/** Whether images that are unpublished already would be deleted before anyone expects it: their days count from now. */
function deletesSooner(before: Action, after: Action): boolean {
  if (after.deletedRecords !== 'delete') return false
  return before.deletedRecords !== 'delete' || after.deleteAfterDays < before.deleteAfterDays
}

/** With another setting, the next run of the whole view finds again which records were deleted. */
async function forgetDeleted(data: Data, before: Action, after: Action): Promise<void> {
  // The new table has not been asked for them.
  if (isOfOtherTable(before, after)) await data.deletedRecords.forgetTable(after.id)
  const isSame = before.deletedRecords === after.deletedRecords && tracksDeleted(before) === tracksDeleted(after)
  if (isSame) return
  // Of what went missing while nothing was tracked, no one knows when.
  await data.deletedRecords.forgetListing(after.id)
  if (!tracksDeleted(before)) return
  // Their images are published again.
  if (after.deletedRecords === 'keep') await data.queue.send('find-deleted', [{ actionId: after.id }])
  // Only the feed did without them: their images are yet to be unpublished.
  else if (before.deletedRecords === 'keep') await data.deletedRecords.deleteOf(after.id)
}

/** The keys of outputs that the action no longer has. */
function goneKeys(before: Action, after: Action): string[] {
  const kept = new Set(outputsOf(after).map(({ key }) => key))
  return outputsOf(before).flatMap(({ key }) => (kept.has(key) ? [] : [key]))
}

/** Changes an action. The table is asked only when the change is about it. */
export async function updateAction(
  world: ActionWorld & Pick<World, 'triggers'>,
  { id, revision }: Target,
  change: ActionChange,
): Promise<Action> {
  const before = toBeChanged(await world.data.actions.get(id), { what: 'action', id, revision })
  const draft = changedDraft(draftOf(before), change)
  const errors: ErrorDetail[] = []
  const removed = removedBy(change)
  const asksSource = needSource.some((key) => change[key] !== undefined && !(key in removed))
  const parts = asksSource ? await resolveDraft(world, draft, before) : checkDraft(draft, errors).plain
  const setsMode = change.deletedRecords !== undefined && change.deletedRecords !== 'keep'
  if (setsMode && !asksSource) checkDeletedMode(await openSource(world, before.connectionId), draft, errors)
  refuseIfAny(errors, 'The action is not valid.')
  const feed = feedToken(world, before, Boolean(draft.stableUrls?.feed))
  const now = world.clock.now()
  const changed = { ...before, ...parts, ...removed, ...feed, updatedAt: now }
  const after = {
    ...changed,
    tableSince: isOfOtherTable(before, changed) ? now : before.tableSince,
    deleteSince: deletesSooner(before, changed) ? now : before.deleteSince,
  }
  const isElsewhere = isOfOtherTable(before, after)
  // Most of them beforehand, as all together would keep the action locked for long.
  if (isElsewhere) await world.data.outputs.forgetWritten(id)
  const gone = goneKeys(before, after)
  const isKeyed = isKeyedElsewhere(before, after)
  const writeCheck = asksSource ? await lookAtWriteBack(world, after) : before.writeCheck
  return await world.data.transaction(async (data) => {
    // Before the action, as one that fires locks them.
    await restartTriggers({ ...world, data }, id)
    await data.actions.lock(id)
    // The new table tells nothing of the images, whatever the ids of its fields are.
    if (isElsewhere) await data.outputs.forgetWritten(id)
    // With the setting: keys of the old field must lead nowhere, and a change that fails must keep them.
    if (isKeyed) await data.recordKeys.deleteOf(id)
    await forgetDeleted(data, before, after)
    if (gone.length > 0) await data.outputs.noteGone(id, gone)
    const saved = stored(await data.actions.update(after), 'action')
    if (asksSource) await data.actions.noteWriteCheck(saved, writeCheck)
    return { ...saved, writeCheck }
  })
}
