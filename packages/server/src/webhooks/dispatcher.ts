import { chanceOf } from '#core/chance.ts'
import { AppError } from '#core/errors.ts'
import { firstIdAt } from '#core/ids.ts'
import { startLoop } from '#core/loop.ts'
import type { ClaimedDelivery } from '#core/ports/data/webhooks.ts'
import type { SendWebhook } from '#core/ports/webhooks.ts'
import type { World } from '#core/ports/world.ts'
import { createThrottledLog } from '#core/throttled-log.ts'
import { isDead } from '#core/webhook/next-attempt.ts'
import { pauseOf } from '#core/webhook/rest-webhook.ts'
import { createAlarm } from './alarm.ts'
import { type Delivered, deliver } from './deliver.ts'
import { type DispatcherEvent, type Effect, initialState, isQuiet, next, type Work } from './dispatcher-table.ts'
import { type Claimed, createLanes, roomOfUnknown } from './lanes.ts'
import { measureAttempt } from './measure-attempt.ts'
import { createReceivers } from './receivers.ts'

interface Log {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}

export interface DispatcherOptions {
  world: Pick<World, 'clock' | 'data' | 'mail' | 'metrics' | 'random' | 'recovery' | 'secrets' | 'storage'>
  send: SendWebhook
  version: string
  log: Log
  /** No other process works on this database: whatever is claimed at the start belongs to one that died. */
  isAlone: boolean
}

/** Sends what is due to webhooks, at least once, and stores the outcomes. */
export interface Dispatcher {
  start(): Promise<void>
  /** Something may be due; or, with its id, a webhook has changed. */
  wake(webhookId: string): void
  /** The clock was put back: shortens waits that were set by the clock that was ahead. */
  reclaim(): Promise<void>
  /** Starts nothing more, waits for attempts under way, releases the rest. */
  stop(options?: { withinMs?: number }): Promise<void>
  /** Attempts under way. */
  inFlight(): number
}

const LEASE_MS = 120_000
/** An attempt must have ended, and its outcome been stored, before the lease ends. */
const USABLE_FOR_MS = LEASE_MS - 45_000
/** Outcomes gather for this long so that one commit stores them all; deliveries too, while this many attempts are under way. */
const GATHER_MS = 20
const BUSY_FROM = 8
const CHECK_QUEUE_MS = 30_000
/** A delivery that was held back by mistake is as old as the transaction that wrote it; the start checks all. */
const HELD_FOR_MS = 3_600_000
const STOP_WITHIN_MS = 12_000

const FAILURES = {
  claim: 'Deliveries that are due could not be claimed',
  attempt: 'A delivery could not be attempted',
  settle: 'Outcomes of deliveries could not be stored',
} as const satisfies Record<Work, string>

const isOutage = (error: unknown) => error instanceof AppError && error.code === 'unavailable'
const pause = (timeMs: number) => new Promise<void>((resolve) => void setTimeout(resolve, timeMs))

/** What its receiver said that is more than 410 Gone. */
function whyGone(batch: readonly Delivered[], webhookId: string): string | undefined {
  const last = batch.findLast(({ isGone, settled }) => isGone && settled.webhookId === webhookId)?.settled.attempt
  return last === undefined || last.error === null || last.error.code === 'status' ? undefined : last.error.message
}

/** The shell of `dispatcher-table.ts`: hands it events, and does what it answers. */
export function createDispatcher({ world, send, version, log, isAlone }: DispatcherOptions): Dispatcher {
  const { clock, data, random, recovery } = world
  const lanes = createLanes()
  const receivers = createReceivers(world)
  const owner = Buffer.from(random.bytes(12)).toString('hex')
  const stopping = new AbortController()
  const throttled = createThrottledLog(log)
  const alarm = createAlarm(clock, wakeAll)
  const underWay = new Set<string>()
  const retries = new Map<Work, () => void>()
  const quiet = Promise.withResolvers<void>()
  let state = initialState
  let checking = { stop: async () => {} }

  function dispatch(event: DispatcherEvent): void {
    const [after, effects] = next(state, event)
    state = after
    for (const effect of effects) perform(effect)
    if (state.isStopping && isQuiet(state) && lanes.inFlight() === 0) quiet.resolve()
  }

  function perform(effect: Effect): void {
    if (effect.type === 'start') start()
    else if (effect.type === 'gather') void gather(effect.work)
    else if (effect.type === 'claim') void claim(effect.isRetry)
    else if (effect.type === 'settle') void settle(effect)
    else if (effect.type === 'stop_lane') lanes.stop(effect.webhookId)
    else if (effect.type === 'wake_at') alarm.setFor(effect.time)
    else retry(effect)
  }

  function wakeAll(): void {
    lanes.refresh()
    dispatch({ type: 'woken' })
  }

  function start(): void {
    for (let found = lanes.next(clock.now().getTime()); found; found = lanes.next(clock.now().getTime()))
      void run(found)
    if (state.claim.phase === 'idle' && lanes.runsLow()) dispatch({ type: 'lanes_low' })
  }

  async function gather(work: 'claim' | 'settle'): Promise<void> {
    if (work === 'settle' || lanes.inFlight() >= BUSY_FROM) await pause(GATHER_MS)
    else await null
    dispatch({ type: 'gathered', work })
  }

  function retry({ work, delayMs }: Extract<Effect, { type: 'retry' }>): void {
    const due = () => {
      retries.delete(work)
      dispatch({ type: 'retry_due', work })
    }
    retries.set(work, recovery.wait(delayMs, due))
  }

  function failed(work: Work, error: unknown, fields: Readonly<Record<string, unknown>> = {}): void {
    throttled.warn({ ...fields, error }, FAILURES[work])
    dispatch({ type: 'failed', work, error, chance: chanceOf(random) })
  }

  async function claim(isRetry: boolean): Promise<void> {
    try {
      const at = clock.now()
      if (isRetry) await data.deliveries.release(owner, at, heldIds())
      const rooms = lanes.rooms()
      const leaseUntil = new Date(at.getTime() + LEASE_MS)
      const claimed = await data.deliveries.claim({ at, leaseUntil, owner, rooms, otherRoom: roomOfUnknown })
      lanes.add(claimed, rooms, at.getTime() + USABLE_FOR_MS)
      throttled.clear(FAILURES.claim)
    } catch (error) {
      return failed('claim', error)
    }
    dispatch({ type: 'claimed' })
  }

  /** Deliveries that this process has leased and knows of. */
  function heldIds(): string[] {
    const unsettled = [...state.batch, ...state.outcomes].map(({ settled }) => settled.deliveryId)
    return [...lanes.waitingIds(), ...underWay, ...unsettled]
  }

  /** Attempts one delivery; never rejects. */
  async function run(claimed: Claimed): Promise<void> {
    const { id, webhookId } = claimed.delivery
    underWay.add(id)
    const attempted = await attempt(claimed.delivery).then(
      (delivered) => ({ delivered }),
      (error: unknown) => ({ error }),
    )
    underWay.delete(id)
    if ('delivered' in attempted) {
      const { delivered } = attempted
      lanes.end(webhookId, delivered === null ? 'not_sent' : delivered.isTimeout ? 'timed_out' : 'answered')
      throttled.clear(FAILURES.attempt)
      return dispatch(delivered === null ? { type: 'skipped' } : { type: 'attempted', outcome: delivered })
    }
    const { error } = attempted
    lanes.end(webhookId, 'not_sent')
    if (stopping.signal.aborted) return dispatch({ type: 'skipped' })
    if (isOutage(error)) {
      lanes.putBack(claimed)
      return failed('attempt', error, { delivery_id: id, webhook_id: webhookId })
    }
    // Its lease ends, and it is claimed again.
    throttled.warn({ error, delivery_id: id, webhook_id: webhookId }, FAILURES.attempt)
    alarm.setFor(lanes.fail(webhookId, { nowMs: clock.now().getTime(), chance: chanceOf(random) }))
    dispatch({ type: 'skipped' })
  }

  /** @returns null when the webhook is paused or gone */
  async function attempt(delivery: ClaimedDelivery): Promise<Delivered | null> {
    const receiver = await receivers.get(delivery.webhookId)
    if (receiver === null || receiver.webhook.pause !== null) {
      await withdraw(delivery.webhookId, [delivery.id])
      return null
    }
    const { body, sealedBody } =
      delivery.body === null ? ((await data.deliveries.get(delivery.id)) ?? delivery) : delivery
    // Deleted with its webhook in the meantime.
    if (body === null) return null
    const whole = { ...delivery, body, sealedBody }
    const delivered = await deliver({ ...world, send, version }, whole, { receiver, signal: stopping.signal })
    measureAttempt(world.metrics, delivery, delivered.settled)
    return delivered
  }

  /** Gives back what this process has claimed for a webhook that is paused or gone, and does not attempt. */
  async function withdraw(webhookId: string, others: readonly string[] = []): Promise<void> {
    receivers.forget(webhookId)
    const deliveryIds = [...others, ...lanes.clear(webhookId)]
    await data.webhooks.giveBack(webhookId, { owner, deliveryIds, at: clock.now() })
    // It may have been resumed by now.
    wakeAll()
  }

  async function settle({ batch, gone }: Extract<Effect, { type: 'settle' }>): Promise<void> {
    let paused: ReadonlySet<string>
    try {
      paused = await store(batch, gone)
      throttled.clear(FAILURES.settle)
    } catch (error) {
      return failed('settle', error, { count: batch.length })
    }
    for (const id of paused) log.warn({ webhook_id: id }, 'A webhook was paused')
    // What cannot be given back now is claimed again when its lease ends.
    await Promise.allSettled([...paused].map((id) => withdraw(id)))
    dispatch({ type: 'settled' })
  }

  /** Stores outcomes with the pauses that follow from them, so that neither is seen without the other. @returns who was paused */
  async function store(batch: readonly Delivered[], gone: readonly string[]): Promise<ReadonlySet<string>> {
    return data.transaction(async (inside) => {
      const failing = await inside.deliveries.settle(batch.map(({ settled }) => settled))
      const now = clock.now()
      const tooLong = failing.filter((webhook) => isDead(webhook, now)).map(({ id }) => id)
      for (const id of gone) await inside.webhooks.pause(id, pauseOf(world, 'gone', whyGone(batch, id)))
      for (const id of tooLong) await inside.webhooks.pause(id, pauseOf(world, 'failing'))
      return new Set([...gone, ...tooLong])
    })
  }

  /** Other processes end, clocks are set, webhooks are resumed in the middle of a transaction: so the queue is checked. */
  async function checkQueue(heldFrom: Date): Promise<void> {
    await data.webhooks.sendHeld(clock.now(), firstIdAt('delivery', heldFrom))
    const dueAt = await data.deliveries.nextDueAt()
    if (dueAt !== null) alarm.setFor(dueAt)
  }

  const reclaim = () => data.deliveries.reclaim({ at: clock.now(), leaseMs: LEASE_MS })

  return {
    inFlight: lanes.inFlight,
    reclaim,
    async start() {
      if (isAlone) await data.deliveries.release(null, clock.now())
      await reclaim()
      await checkQueue(new Date(0))
      const check = () => checkQueue(new Date(clock.now().getTime() - HELD_FOR_MS))
      const failure = 'The queue of deliveries could not be checked'
      checking = startLoop({ ...world, log }, check, { everyMs: CHECK_QUEUE_MS, afterMs: CHECK_QUEUE_MS, failure })
      wakeAll()
    },
    wake(webhookId) {
      if (webhookId !== '') receivers.forget(webhookId)
      wakeAll()
    },
    async stop({ withinMs = STOP_WITHIN_MS } = {}) {
      alarm.stop()
      for (const cancel of retries.values()) cancel()
      dispatch({ type: 'stopped' })
      const abort = setTimeout(() => stopping.abort(), withinMs)
      await Promise.all([quiet.promise, checking.stop()])
      clearTimeout(abort)
      await data.deliveries.release(owner, clock.now())
    },
  }
}
