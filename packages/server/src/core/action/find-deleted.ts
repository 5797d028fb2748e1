import { openSource } from '#core/connection/open-source.ts'
import { firstIdAt } from '#core/ids.ts'
import type { DeletedState } from '#core/ports/data/deleted-records.ts'
import type { Jobs } from '#core/ports/queue.ts'
import type { World } from '#core/ports/world.ts'
import { tracksDeleted } from '#core/run/tracks-deleted.ts'
import type { Action } from './action.ts'

type DeletedWorld = Pick<World, 'clock' | 'data' | 'log' | 'secrets' | 'sources'>

/** Records of one statement: each may have many images. */
const RECORDS_AT_ONCE = 100

/** Images from before are of another table that the action had. */
export const sinceImageId = ({ tableSince }: Pick<Action, 'tableSince'>): string =>
  tableSince === null ? '' : firstIdAt('image', tableSince)

/** Processes the records in a state until none is left: `work` moves each to another. */
async function eachIn(
  { data }: Pick<World, 'data'>,
  { actionId, state, signal }: { actionId: string; state: DeletedState; signal: AbortSignal },
  work: (recordIds: string[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const ids = await data.deletedRecords.first(actionId, state, RECORDS_AT_ONCE)
    if (ids.length === 0) return
    await work(ids)
  }
}

/** Asks the table for each that a listing lacked: it may only have left the view, or not match the filter any more. */
async function verify(world: DeletedWorld, action: Action, signal: AbortSignal): Promise<void> {
  const { data, clock } = world
  const { id: actionId, baseId, tableId } = action
  if ((await data.deletedRecords.first(actionId, 'candidate', 1)).length === 0) return
  const source = await openSource(world, action.connectionId)
  const table = { baseId, tableId }
  const fieldIds = (await source.listFields(table)).slice(0, 1).map(({ id }) => id)
  const atOnce = Math.max(1, Math.min(source.capabilities.getMany.max, RECORDS_AT_ONCE))
  await eachIn(world, { actionId, state: 'candidate', signal }, async (ids) => {
    for (let from = 0; from < ids.length; from += atOnce) {
      const asked = ids.slice(from, from + atOnce)
      const there = new Set((await source.getRecords(table, asked, { fieldIds })).map(({ id }) => id))
      await data.transaction(async (inside) => {
        await inside.deletedRecords.restore(
          actionId,
          asked.filter((id) => there.has(id)),
        )
        const missing = asked.filter((id) => !there.has(id))
        await inside.deletedRecords.setState(actionId, missing, { state: 'found', at: clock.now() })
      })
    }
  })
}

/** More than half of the records with images, or all: rather a table that was emptied or exchanged by mistake. */
async function isTooMany({ data }: Pick<World, 'data'>, action: Action): Promise<boolean> {
  const found = await data.deletedRecords.count(action.id, 'found', 1_000_000)
  const known = { actionId: action.id, sinceImageId: sinceImageId(action) }
  return found > 0 && (await data.deletedRecords.countOthers({ ...known, limit: found })) < found
}

/** Where images are kept, the records are only marked. */
async function unpublishAll(
  world: DeletedWorld,
  { id: actionId, deletedRecords }: Action,
  { from, signal }: Unpublishing,
): Promise<void> {
  await eachIn(world, { actionId, state: from, signal }, (ids) =>
    world.data.transaction(async (inside) => {
      const at = world.clock.now()
      if (deletedRecords === 'keep') await inside.deletedRecords.setState(actionId, ids, { state: 'deleted', at })
      else await inside.deletedRecords.unpublish(actionId, ids, at)
    }),
  )
}

interface Unpublishing {
  from: DeletedState
  signal: AbortSignal
}

/**
 * Unpublishes the images of records that were deleted from the table of an action. Records count as deleted that a complete
 * listing lacked and that the table does not have either. Safe to repeat: each step is taken once.
 */
export async function findDeleted(
  world: DeletedWorld,
  { actionId, listedBy, isConfirmed }: Jobs['find-deleted'],
  signal: AbortSignal,
): Promise<void> {
  const { data, clock, log } = world
  const action = await data.actions.get(actionId)
  if (action === null) return data.deletedRecords.deleteOf(actionId)
  // Nothing is unpublished any more. With a feed, the next run of the whole view finds again what it leaves out.
  const isEnded = action.deletedRecords === 'keep' && listedBy === undefined && isConfirmed !== true
  if (isEnded || !tracksDeleted(action)) {
    for (const state of ['candidate', 'found', 'held', 'deleted'] as const)
      await eachIn(world, { actionId, state, signal }, (ids) => data.deletedRecords.restore(actionId, ids))
    return
  }
  if (isConfirmed === true) return unpublishAll(world, action, { from: 'held', signal })
  if (listedBy !== undefined)
    await data.deletedRecords.addUnlisted({
      ...{ actionId, sinceImageId: sinceImageId(action) },
      ...{ runId: listedBy, at: clock.now() },
    })
  await verify(world, action, signal)
  if (!(await isTooMany(world, action))) return unpublishAll(world, action, { from: 'found', signal })
  log.warn({ action_id: actionId }, 'More than half of the records of an action are missing, so nothing is unpublished')
  await eachIn(world, { actionId, state: 'found', signal }, (ids) =>
    data.deletedRecords.setState(actionId, ids, { state: 'held', at: clock.now() }),
  )
}
