import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { type Firing, mergeFirings, type Trigger } from './trigger.ts'

type GatherWorld = Pick<World, 'clock' | 'data'>

/** A trigger that is called again within this time gathers the calls, until there is none for as long. */
export const QUIET_MS = 2000
/** Calls wait for further calls no longer than this. */
const MAX_GATHER_MS = 10_000
/** Of the record ids that wait to be fired, and of those in the run that waits behind the active one. */
const MAX_WAITING_BYTES = 1_000_000

const full = () =>
  new AppError(
    'rate_limited',
    'Too many records of this trigger wait to be rendered (1 MB of record ids). Call again when its run has ended.',
    { retryAfterMs: MAX_GATHER_MS },
  )

const sizeOf = ({ recordIds }: Firing) => new TextEncoder().encode(JSON.stringify(recordIds)).length

interface Gathering extends Firing {
  afterMs: number
  /** More record ids than may wait: refuses them, or takes the whole view instead. */
  whenFull: 'refuse' | 'take_view'
}

/** Stores what is to be fired `afterMs` after the first of it. The trigger is locked. @throws AppError `rate_limited` */
export async function gather(
  { clock, data }: GatherWorld,
  { id, fireAt }: Pick<Trigger, 'id' | 'fireAt'>,
  { recordIds, afterMs, whenFull }: Gathering,
): Promise<void> {
  const firing = mergeFirings(null, { recordIds })
  const waitingBytes = ((await data.triggers.waiting(id))?.bytes ?? 0) + sizeOf(firing)
  const isFull = waitingBytes > MAX_WAITING_BYTES
  if (isFull && whenFull === 'refuse') throw full()
  const at = clock.now()
  const call = isFull ? { recordIds: null, waitingBytes: MAX_WAITING_BYTES } : { ...firing, waitingBytes }
  await data.triggers.addCall(id, { ...call, at })
  if (fireAt === null) await fireAfter({ clock, data }, id, afterMs)
}

async function fireAfter({ clock, data }: GatherWorld, triggerId: string, afterMs: number): Promise<void> {
  const fireAt = new Date(clock.now().getTime() + afterMs)
  await data.triggers.setCourse(triggerId, { fireAt })
  await data.queue.send('tend-trigger', [{ triggerId }], { startAfter: fireAt })
}

/** For how long the burst may still go on. Nothing waits longer because the clock was set back. */
async function quietInMs({ clock, data }: GatherWorld, triggerId: string): Promise<number> {
  const waiting = await data.triggers.waiting(triggerId)
  if (waiting === null) return 0
  const endMs = Math.min(waiting.lastAt.getTime() + QUIET_MS, waiting.firstAt.getTime() + MAX_GATHER_MS)
  const leftMs = endMs - clock.now().getTime()
  return leftMs > MAX_GATHER_MS ? 0 : Math.max(0, leftMs)
}

/** Every merge writes the ids of the waiting run again. */
async function isRunFull(data: Data, actionId: string): Promise<boolean> {
  const { waiting } = await data.runs.findOpen(actionId)
  return waiting !== null && sizeOf(waiting) > MAX_WAITING_BYTES
}

/**
 * Takes what a trigger has gathered; the trigger is locked.
 * @param isBurst whether it waits for the end of a burst
 * @returns null when the time has not come yet
 */
export async function takeGathered(
  { clock, data }: GatherWorld,
  trigger: Trigger,
  { isBurst }: { isBurst: boolean },
): Promise<readonly Firing[] | null> {
  const leftMs = isBurst ? await quietInMs({ clock, data }, trigger.id) : 0
  const waitMs = leftMs === 0 && (await isRunFull(data, trigger.actionId)) ? MAX_GATHER_MS : leftMs
  if (waitMs > 0) {
    await fireAfter({ clock, data }, trigger.id, waitMs)
    return null
  }
  await data.triggers.setCourse(trigger.id, { pending: null, fireAt: null })
  const calls = await data.triggers.takeCalls(trigger.id)
  // What the release before has gathered.
  return trigger.pending === null ? calls : [trigger.pending, ...calls]
}
