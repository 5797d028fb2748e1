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

export async function fireAfter({ clock, data }: GatherWorld, triggerId: string, afterMs: number): Promise<void> {
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

/** How long what was gathered waits on: for the end of a burst, and while as much as may wait does behind a run. */
export async function waitMsOf(
  world: GatherWorld,
  { id, actionId }: Trigger,
  { isBurst }: { isBurst: boolean },
): Promise<number> {
  const leftMs = isBurst ? await quietInMs(world, id) : 0
  return leftMs === 0 && (await isWaitingFull(world.data, actionId)) ? MAX_GATHER_MS : leftMs
}

/** What a trigger has gathered so far. */
export interface Gathered extends Firing {
  /** The number of the last call of it. */
  last: number
}

export async function readGathered(data: Data, { id, pending }: Trigger): Promise<Gathered> {
  const { calls, last } = await data.triggers.calls.list(id)
  // What the release before has gathered.
  const all = pending === null ? calls : [pending, ...calls]
  return { ...all.reduce<Firing>(mergeFirings, { recordIds: [] }), last }
}

/** Takes what was read; the trigger is locked. Calls that came since have it fire again after that time. */
export async function takeGathered(
  { clock, data }: GatherWorld,
  id: string,
  { last, againAfterMs }: { last: number; againAfterMs: number },
): Promise<void> {
  await data.triggers.setCourse(id, { pending: null, fireAt: null })
  await data.triggers.calls.take(id, last)
  if ((await data.triggers.calls.waiting(id)) !== null) await fireAfter({ clock, data }, id, againAfterMs)
}
