import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { isWaitingFull, MAX_WAITING_BYTES, sizeOf, tooManyWaiting } from '#core/run/join-waiting.ts'
import { type Firing, mergeFirings, type Trigger } from './trigger.ts'

type GatherWorld = Pick<World, 'clock' | 'data'>

/** A trigger that is called again within this time gathers the calls, until there is none for as long. */
export const QUIET_MS = 2000
/** Calls wait for further calls no longer than this. */
const MAX_GATHER_MS = 10_000
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
  const waitingBytes = ((await data.triggers.calls.waiting(id))?.bytes ?? 0) + sizeOf(firing.recordIds)
  const isFull = waitingBytes > MAX_WAITING_BYTES
  if (isFull && whenFull === 'refuse') throw tooManyWaiting()
  const at = clock.now()
  const call = isFull ? { recordIds: null, waitingBytes: MAX_WAITING_BYTES } : { ...firing, waitingBytes }
  await data.triggers.calls.add(id, { ...call, at })
  if (fireAt === null) await fireAfter({ clock, data }, id, afterMs)
}

async function fireAfter({ clock, data }: GatherWorld, triggerId: string, afterMs: number): Promise<void> {
  const fireAt = new Date(clock.now().getTime() + afterMs)
  await data.triggers.setCourse(triggerId, { fireAt })
  await data.queue.send('tend-trigger', [{ triggerId }], { startAfter: fireAt })
}

/** For how long the burst may still go on. Nothing waits longer because the clock was set back. */
async function quietInMs({ clock, data }: GatherWorld, triggerId: string): Promise<number> {
  const waiting = await data.triggers.calls.waiting(triggerId)
  if (waiting === null) return 0
  const endMs = Math.min(waiting.lastAt.getTime() + QUIET_MS, waiting.firstAt.getTime() + MAX_GATHER_MS)
  const leftMs = endMs - clock.now().getTime()
  return leftMs > MAX_GATHER_MS ? 0 : Math.max(0, leftMs)
}

/** What a trigger has gathered so far. */
interface Gathered extends Firing {
  /** The number of the last call of it. */
  last: number
}

export async function readGathered(data: Data, { id, pending }: Trigger): Promise<Gathered> {
  const { calls, last } = await data.triggers.calls.list(id)
  // What the release before has gathered.
  const all = pending === null ? calls : [pending, ...calls]
  return { ...all.reduce<Firing>(mergeFirings, { recordIds: [] }), last }
}

/**
 * Takes what a trigger has gathered, up to the last call that was read; the trigger is locked. Later ones have it fire again.
 * @param isBurst whether it waits for the end of a burst
 * @returns whether it was still there, and its time has come
 */
export async function takeGathered(
  { clock, data }: GatherWorld,
  { id, actionId, pending }: Trigger,
  { last, isBurst }: { last: number; isBurst: boolean },
): Promise<boolean> {
  const leftMs = isBurst ? await quietInMs({ clock, data }, id) : 0
  const waitMs = leftMs === 0 && (await isWaitingFull(data, actionId)) ? MAX_GATHER_MS : leftMs
  if (waitMs > 0) {
    await fireAfter({ clock, data }, id, waitMs)
    return false
  }
  await data.triggers.setCourse(id, { pending: null, fireAt: null })
  const taken = await data.triggers.calls.take(id, last)
  if ((await data.triggers.calls.waiting(id)) !== null) await fireAfter({ clock, data }, id, 0)
  return taken.length > 0 || pending !== null
}
