import { firstIdAt } from '#core/ids.ts'
import type { DeletedState } from '#core/ports/data/deleted-records.ts'
import type { Data } from '#core/ports/data.ts'
import type { Jobs } from '#core/ports/queue.ts'
import type { World } from '#core/ports/world.ts'
import { justBefore, knownOf, tracksDeleted } from '#core/run/tracks-deleted.ts'
import type { Action } from './action.ts'
import { ActionChanged, openAsking, whileAsAsked } from './deleted-table.ts'

type DeletedWorld = Pick<World, 'clock' | 'data' | 'log' | 'secrets' | 'sources'>

/** Records of one statement: each may have many images. */
const RECORDS_AT_ONCE = 100

/** More are not counted: they are too many to be deleted without being confirmed. */
const MAX_COUNTED = 1_000_000

/** Records that go missing within this time are judged together. */
const TOGETHER_MS = 7 * 24 * 3_600_000

/** While a table is reloaded, its records are missing for a while. */
const RECHECK_MS = 10 * 60_000

/** A record that left the view may be deleted later. Once the action changes, it is asked for sooner: its view may be another. */
const OUTSIDE_MS = 24 * 3_600_000

const before = ({ clock }: Pick<World, 'clock'>, ms: number) => new Date(clock.now().getTime() - ms)

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
      const back = ids.filter((id) => there.has(id))
      // It is remembered that they are there: the next listing lacks them too.
      await inside.deletedRecords.setState(action.id, back, { from: state, state: 'outside', at: world.clock.now() })
      await onMissing(
        inside,
        ids.filter((id) => !there.has(id)),
      )
    })
  })
}

/** Nothing happens to records that are missing before the table was asked for them once more. */
async function verifyAll(world: DeletedWorld, action: Action, signal: AbortSignal): Promise<void> {
  const { clock, data } = world
  let isAnyMissing = false
  const noteMissing = (from: DeletedState) => async (inside: Data, ids: string[]) => {
    // Of others, an earlier table had the images.
    const known = await inside.deletedRecords.knownAmong(knownOf(action), ids)
    const others = ids.filter((id) => !known.includes(id))
    await inside.deletedRecords.restore(knownOf(action), others)
    await inside.deletedRecords.setState(action.id, known, { from, state: 'missing', at: clock.now() })
    isAnyMissing ||= known.length > 0
  }
  const recheckBy = before(world, RECHECK_MS)
  // Answers of this call are later, so each is asked for once.
  const changedMs = Math.min(action.updatedAt.getTime(), clock.now().getTime()) - 1
  const outsideBy = new Date(Math.max(before(world, OUTSIDE_MS).getTime(), changedMs))
  await verify(world, { action, state: 'missing', by: recheckBy, signal }, (inside, ids) =>
    inside.deletedRecords.setState(action.id, ids, { from: 'missing', state: 'found', at: clock.now() }),
  )
  await verify(world, { action, state: 'candidate', signal }, noteMissing('candidate'))
  await verify(world, { action, state: 'outside', by: outsideBy, signal }, noteMissing('outside'))
  if (!isAnyMissing) return
  const startAfter = new Date(clock.now().getTime() + RECHECK_MS)
  await data.queue.send('find-deleted', [{ actionId: action.id, isRecheck: true }], { startAfter })
}

/**
 * More than half of the records with images, or all: rather a table that was emptied or exchanged by mistake. Those count too
 * that went missing before and were not confirmed, as they may be of the same mistake; of the others, only those that were
 * there when the first of them went missing.
 */
async function isTooMany(world: Pick<World, 'clock' | 'data'>, action: Action): Promise<boolean> {
  const { deletedRecords } = world.data
  if ((await deletedRecords.first(action.id, 'found', 1)).length === 0) return false
  const missing = await deletedRecords.countMissing(action.id, before(world, TOGETHER_MS), MAX_COUNTED)
  if (missing.count >= MAX_COUNTED || missing.since === null) return true
  const beforeImageId = firstIdAt('image', new Date(missing.since.getTime() + 1))
  const others = { ...knownOf(action), beforeImageId, limit: missing.count }
  return (await deletedRecords.countOthers(others)) < missing.count
}

/** Where images are kept, the records are only marked. */
async function unpublish(
  inside: Data,
  action: Action,
  { ids, ...change }: { ids: string[]; from: DeletedState; at: Date },
): Promise<void> {
  const { deletedRecords } = inside
  if (action.deletedRecords === 'keep') await deletedRecords.setState(action.id, ids, { ...change, state: 'deleted' })
  else await deletedRecords.unpublish(knownOf(action), ids, change)
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

const everyState = ['candidate', 'outside', 'missing', 'found', 'held', 'deleted'] as const

/** Nothing is unpublished any more, also not what was deleted from earlier tables. */
async function publishAll(world: DeletedWorld, action: Action, signal: AbortSignal): Promise<void> {
  for (const state of everyState)
    await eachIn(world, { action, state, signal }, (ids) =>
      whileAsAsked(world, action, (inside) => inside.deletedRecords.restore(knownOf(action), ids)),
    )
  for (let published = 1; published > 0; ) {
    signal.throwIfAborted()
    await whileAsAsked(world, action, async (inside) => {
      published = await inside.deletedRecords.publish(action.id, RECORDS_AT_ONCE)
    })
  }
}

/** Adds what a run did not list, if it was a run of the table that the action has. */
async function addUnlisted({ data }: Pick<World, 'data'>, action: Action, runId: string): Promise<void> {
  const run = await data.runs.getBare(runId)
  const { tableSince } = action
  if (run === null || run.plannedAt === null || (tableSince !== null && run.createdAt < tableSince)) return
  await data.deletedRecords.addUnlisted({ ...knownOf(action), runId, at: justBefore(run.createdAt) })
  await data.deletedRecords.noteListed(action.id, run.plannedAt)
}

/** @throws ActionChanged */
async function findOf(
  world: DeletedWorld,
  { actionId, listedBy, confirmedAt, isRecheck = false }: Jobs['find-deleted'],
  signal: AbortSignal,
): Promise<void> {
  const { data, clock } = world
  const action = await data.actions.get(actionId)
  if (action === null) return data.deletedRecords.deleteOf(actionId)
  // Nothing is unpublished any more. With a feed, the next run of the whole view finds again what it leaves out.
  const isEnded = action.deletedRecords === 'keep' && listedBy === undefined && confirmedAt === undefined && !isRecheck
  if (isEnded || !tracksDeleted(action)) return publishAll(world, action, signal)
  if (confirmedAt !== undefined)
    // Only those that someone knew of, and that have not come back since.
    return verify(world, { action, state: 'held', by: new Date(confirmedAt), signal }, (inside, ids) =>
      unpublish(inside, action, { ids, from: 'held', at: clock.now() }),
    )
  if (listedBy !== undefined) await addUnlisted(world, action, listedBy)
  await verifyAll(world, action, signal)
  await judge(world, action, signal)
}

/**
 * Unpublishes the images of records that were deleted from the table of an action. Records count as deleted that a complete
 * listing lacked and that the table, asked twice, does not have either. Safe to repeat: each step is taken once.
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

/** Has the tables asked again for records whose job was lost, and for those that are outside of their view for long. */
export async function recheckDeleted(world: Pick<World, 'clock' | 'data'>): Promise<void> {
  const { deletedRecords, queue } = world.data
  await deletedRecords.forgetErased(before(world, TOGETHER_MS))
  const since = { waiting: before(world, RECHECK_MS), outside: before(world, OUTSIDE_MS) }
  for (const actionId of await deletedRecords.waiting(since))
    await queue.send('find-deleted', [{ actionId, isRecheck: true }])
}
