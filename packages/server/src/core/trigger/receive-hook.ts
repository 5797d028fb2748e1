import { AppError } from '#core/errors.ts'
import type { HookRequest } from '#core/ports/source.ts'
import type { HookQuery } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import { isWaitingFull } from '#core/run/join-waiting.ts'
import type { Run } from '#core/run/run.ts'
import { fireTrigger } from './fire-trigger.ts'
import { gather, QUIET_MS } from './gather.ts'
import { groupCalls } from './group-calls.ts'
import { type Firing, mergeFirings, type Trigger } from './trigger.ts'
import { callOf, sealState } from './trigger-call.ts'

const nowhere = () => new AppError('not_found', 'This URL does not exist.')

/** @throws AppError for one that takes no calls */
function callable(trigger: Trigger | null): Trigger {
  if (trigger === null) throw nowhere()
  if (trigger.active) return trigger
  throw new AppError('conflict', 'This trigger is paused. Resume it in the action, then call the URL again.')
}

/** Whether the URL takes calls now. @throws AppError `not_found`, `conflict` */
export async function checkHook({ data, digest }: Pick<World, 'data' | 'digest'>, token: string): Promise<Trigger> {
  return callable(await data.triggers.findByToken(digest.sha256(token)))
}

/** 10,000 calls a minute, also all at once. */
const LIMIT = { perMinute: 10_000, burst: 10_000 }

/** A call that the kind of the trigger accepted. */
interface AcceptedCall {
  tokenHash: string
  fire: (Firing & { afterMs?: number }) | null
  /** New state; undefined = as it was. */
  state?: unknown
  /** By which the call was read. */
  sealedState: string | null
}

/** The run that serves a call; null when there is none yet. Or why the call is refused. */
type Taken = Pick<Run, 'id'> | null | AppError

/** @throws AppError `rate_limited` */
async function countCalls({ clock, data }: Pick<World, 'clock' | 'data'>, triggerId: string, cost: number) {
  const { waitMs } = await data.rateLimits.take(`api:hook:${triggerId}`, { ...LIMIT, cost, at: clock.now() })
  if (waitMs === 0) return
  const message = `The trigger accepts at most ${LIMIT.perMinute} calls a minute. Wait, then call again.`
  throw new AppError('rate_limited', message, { retryAfterMs: waitMs })
}

async function keepStates(world: World, trigger: Trigger, calls: readonly AcceptedCall[]): Promise<void> {
  let { sealedState } = trigger
  for (const { state, sealedState: readBy } of calls) {
    // What it remembers by now is newer than what this call went by: at most it hears of the same changes again.
    if (state === undefined || readBy !== sealedState) continue
    sealedState = sealState(world, trigger.id, state)
    await world.data.triggers.setCourse(trigger.id, { sealedState })
  }
}

type Firings = NonNullable<AcceptedCall['fire']>[]

/** Fires the trigger when it has been quiet, so that a single call need not wait; else gathers. */
async function fireOrGather(world: World, trigger: Trigger, firings: Firings): Promise<Taken> {
  const [first, ...others] = firings
  if (first === undefined) return null
  const { fireAt, lastFiredAt } = trigger
  const all = others.reduce<Firing>(mergeFirings, first)
  const isQuiet = lastFiredAt === null || world.clock.now().getTime() - lastFiredAt.getTime() >= QUIET_MS
  if (first.afterMs || fireAt !== null || !isQuiet || (await isWaitingFull(world.data, trigger.actionId))) {
    // What a kind gathers by itself may be found in the view too; what a caller names may not.
    const whenFull = first.afterMs === undefined ? 'refuse' : 'take_view'
    await gather(world, trigger, { ...all, afterMs: first.afterMs ?? QUIET_MS, whenFull })
    return null
  }
  const run = await fireTrigger(world, trigger.id, all)
  const error = run === null ? (await world.data.triggers.get(trigger.id))?.error : null
  return error ? new AppError('conflict', error.message) : run
}

/** Stores calls of one trigger, or fires it, in one transaction: what is answered is durable. @throws AppError `rate_limited` */
async function takeCalls(world: World, triggerId: string, calls: readonly AcceptedCall[]): Promise<readonly Taken[]> {
  return world.data.transaction(async (data) => {
    const inside = { ...world, data }
    await countCalls(inside, triggerId, calls.length)
    const trigger = callable(await data.triggers.lock(triggerId))
    const isKnown = ({ tokenHash }: AcceptedCall) => tokenHash === trigger.tokenHash
    const known = calls.filter(isKnown)
    await keepStates(inside, trigger, known)
    const taken = await fireOrGather(
      inside,
      trigger,
      known.flatMap(({ fire }) => fire ?? []),
    )
    return calls.map((call) => (isKnown(call) ? call.fire && taken : nowhere()))
  })
}

export interface HookCall extends HookRequest {
  query: HookQuery
  signal: AbortSignal
}

/**
 * Takes a call to the address of a trigger.
 * @returns the run that serves it; null when nothing is to be rendered, or not yet
 * @throws AppError `not_found` for an address that leads nowhere, and for a call that its kind does not accept
 */
export type ReceiveHook = (world: World, token: string, call: HookCall) => Promise<Pick<Run, 'id'> | null>

/** Calls of a trigger that arrive together commit together. */
export function createReceiveHook(shared: World): ReceiveHook {
  const group = groupCalls<AcceptedCall, Taken>((triggerId, calls) => takeCalls(shared, triggerId, calls))

  return async (world, token, { signal, ...request }) => {
    const trigger = await checkHook(world, token)
    const { tokenHash } = trigger
    const kind = world.triggers.kind(trigger.kind)
    const received = await kind.receive(world, callOf(world, trigger, { kind, signal }), request)
    if (received === null) throw nowhere()
    const call = { ...received, tokenHash, sealedState: trigger.sealedState }
    // One with an Idempotency-Key commits with its answer, and alone.
    const isShared = world.data === shared.data
    const [taken = null] = isShared ? [await group(trigger.id, call)] : await takeCalls(world, trigger.id, [call])
    if (taken instanceof AppError) throw taken
    return taken
  }
}
