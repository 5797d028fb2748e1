import type { DeletedState } from '#core/ports/data/deleted-records.ts'
import type { Data } from '#core/ports/data.ts'
import type { Jobs } from '#core/ports/queue.ts'
import type { World } from '#core/ports/world.ts'
import { sinceImageId, tracksDeleted } from '#core/run/tracks-deleted.ts'
import type { Action } from './action.ts'
import { ActionChanged, openAsking, whileAsAsked } from './deleted-table.ts'

type DeletedWorld = Pick<World, 'clock' | 'data' | 'log' | 'secrets' | 'sources'>

/** Records of one statement: each may have many images. */
const RECORDS_AT_ONCE = 100

/** More are not counted: they are too many to be deleted without being confirmed. */
const MAX_COUNTED = 1_000_000

/** Records that go missing within this time are judged together. */
const TOGETHER_MS = 24 * 3_600_000

interface Step {
  action: Action
  state: DeletedState
  /** Only those that have been in the state since then at the latest. */
  by?: Date
  signal: AbortSignal
}

/** Processes the records in a state until none is left: `work` moves each to another. */
async function eachIn(
  { data }: Pick<World, 'data'>,
  { action, state, by, signal }: Step,
  work: (recordIds: string[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const ids = await data.deletedRecords.first(action.id, state, RECORDS_AT_ONCE, by)
    if (ids.length === 0) return
    await work(ids)
  }
}

/** Asks the table for each in this state: it may only have left the view, or not match the filter any more. */
async function verify(
  world: DeletedWorld,
  step: Step,
  onMissing: (inside: Data, missing: string[]) => Promise<void>,
): Promise<void> {
  const { action, state, by } = step
  if ((await world.data.deletedRecords.first(action.id, state, 1, by)).length === 0) return
  const ask = await openAsking(world, action)
  await eachIn(world, step, async (ids) => {
    const there = await ask(ids)
    await whileAsAsked(world, action, async (inside) => {
      await inside.deletedRecords.restore(
        action.id,
        ids.filter((id) => there.has(id)),
      )
      await onMissing(
        inside,
        ids.filter((id) => !there.has(id)),
      )
    })
  })
}

/**
 * More than half of the records with images, or all: rather a table that was emptied or exchanged by mistake. Those count too
 * that were found before, as they may be of the same mistake.
 */
async function isTooMany({ clock, data }: Pick<World, 'clock' | 'data'>, action: Action): Promise<boolean> {
  const { deletedRecords } = data
  const found = await deletedRecords.count(action.id, 'found', MAX_COUNTED)
  if (found === 0) return false
  const held = await deletedRecords.count(action.id, 'held', MAX_COUNTED)
  const since = new Date(clock.now().getTime() - TOGETHER_MS)
  const missing = found + held + (await deletedRecords.count(action.id, 'deleted', MAX_COUNTED, since))
  if (missing >= MAX_COUNTED) return true
  const known = { actionId: action.id, sinceImageId: sinceImageId(action) }
  return (await deletedRecords.countOthers({ ...known, limit: missing })) < missing
}

/** Where images are kept, the records are only marked. */
async function unpublish(
  inside: Data,
  { id: actionId, deletedRecords }: Action,
  { ids, ...change }: { ids: string[]; from: DeletedState; at: Date },
): Promise<void> {
  if (deletedRecords === 'keep') await inside.deletedRecords.setState(actionId, ids, { ...change, state: 'deleted' })
  else await inside.deletedRecords.unpublish(actionId, ids, change)
}

/** Unpublishes what was found, unless it is too much. */
async function judge(world: DeletedWorld, action: Action, signal: AbortSignal): Promise<void> {
  const { clock, log } = world
  // What another job finds from now on is not judged here.
  const found = { action, state: 'found', by: clock.now(), signal } as const
  const change = () => ({ from: found.state, at: clock.now() })
  if (!(await isTooMany(world, action)))
    return eachIn(world, found, (ids) =>
      whileAsAsked(world, action, (inside) => unpublish(inside, action, { ids, ...change() })),
    )
  log.warn(
    { action_id: action.id },
    'More than half of the records of an action are missing, so nothing is unpublished',
  )
  await eachIn(world, found, (ids) =>
    whileAsAsked(world, action, (inside) =>
      inside.deletedRecords.setState(action.id, ids, { ...change(), state: 'held' }),
    ),
  )
}

/** @throws ActionChanged */
async function findOf(
  world: DeletedWorld,
  { actionId, listedBy, confirmedAt }: Jobs['find-deleted'],
  signal: AbortSignal,
): Promise<void> {
  const { data, clock } = world
  const action = await data.actions.get(actionId)
  if (action === null) return data.deletedRecords.deleteOf(actionId)
  // Nothing is unpublished any more. With a feed, the next run of the whole view finds again what it leaves out.
  const isEnded = action.deletedRecords === 'keep' && listedBy === undefined && confirmedAt === undefined
  if (isEnded || !tracksDeleted(action)) {
    for (const state of ['candidate', 'found', 'held', 'deleted'] as const)
      await eachIn(world, { action, state, signal }, (ids) =>
        whileAsAsked(world, action, (inside) => inside.deletedRecords.restore(actionId, ids)),
      )
    return
  }
  if (confirmedAt !== undefined)
    // Only those that someone knew of, and that have not come back since.
    return verify(world, { action, state: 'held', by: new Date(confirmedAt), signal }, (inside, ids) =>
      unpublish(inside, action, { ids, from: 'held', at: clock.now() }),
    )
  if (listedBy !== undefined)
    await data.deletedRecords.addUnlisted({
      ...{ actionId, sinceImageId: sinceImageId(action) },
      ...{ runId: listedBy, at: clock.now() },
    })
  await verify(world, { action, state: 'candidate', signal }, (inside, ids) =>
    inside.deletedRecords.setState(actionId, ids, { from: 'candidate', state: 'found', at: clock.now() }),
  )
  await judge(world, action, signal)
}

/**
 * Unpublishes the images of records that were deleted from the table of an action. Records count as deleted that a complete
 * listing lacked and that the table does not have either. Safe to repeat: each step is taken once.
 */
export async function findDeleted(world: DeletedWorld, job: Jobs['find-deleted'], signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await findOf(world, job, signal)
    } catch (error) {
      if (!(error instanceof ActionChanged)) throw error
    }
  }
}
