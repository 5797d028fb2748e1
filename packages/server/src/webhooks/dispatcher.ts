import { firstIdAt } from '#core/ids.ts'
import type { ClaimedDelivery } from '#core/ports/data/webhooks.ts'
import type { SendWebhook } from '#core/ports/webhooks.ts'
import type { World } from '#core/ports/world.ts'
import { isDead } from '#core/webhook/next-attempt.ts'
import { pauseOf } from '#core/webhook/rest-webhook.ts'
import { type Delivered, deliver } from './deliver.ts'
import { createLanes, roomOfUnknown } from './lanes.ts'
import { measureAttempt } from './measure-attempt.ts'
import { createReceivers } from './receivers.ts'

interface Log {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

export interface DispatcherOptions {
  world: Pick<World, 'clock' | 'data' | 'metrics' | 'random' | 'secrets'>
  send: SendWebhook
  version: string
  log: Log
  /** No other process works on this database: whatever is claimed at the start belongs to one that died. */
  isAlone: boolean
}

/** Sends what is due to webhooks, at least once, and keeps what came of it. */
export interface Dispatcher {
  start(): Promise<void>
  /** Something may be due; or, with its id, a webhook has changed. */
  wake(webhookId: string): void
  /** The clock was put back: what waits is bound to what it was given. */
  recall(): Promise<void>
  /** Starts nothing more, waits for what is under way, gives back the rest. */
  stop(options?: { withinMs?: number }): Promise<void>
  /** Requests under way. */
  inFlight(): number
}

const leaseMs = 120_000
/** A request must have ended, and its outcome been kept, before the lease ends. */
const usableForMs = leaseMs - 45_000
const settledAtOnce = 500
/** So long outcomes gather, that one commit keeps them all; and while so many are under way, what is due as well. */
const gatherMs = 20
const busyFrom = 8
/** With so many outcomes not yet kept, nothing more is started. */
const mostUnsettled = 1000
const lookAgainMs = 30_000
/** What was held back by mistake is as new as the transaction that wrote it; at the start all is looked through. */
const heldForMs = 3_600_000
const afterErrorMs = 1000
const stopWithinMs = 12_000

export function createDispatcher({ world, send, version, log, isAlone }: DispatcherOptions): Dispatcher {
  const { clock, data } = world
  const lanes = createLanes()
  const receivers = createReceivers(world)
  const deliverWorld = { ...world, send, version }
  const owner = Buffer.from(world.random.bytes(12)).toString('hex')
  const stopping = new AbortController()
  const unsettled: Delivered[] = []
  const alarm = createAlarm(() => look())
  const waitUntil = (time: Date) => time.getTime() - clock.now().getTime()
  let isStopped = false
  let isClaiming = false
  let mayHaveMore = false
  let settling: Promise<void> | null = null
  let claiming: Promise<void> = Promise.resolve()

  function look(): void {
    mayHaveMore = true
    lanes.refresh()
    pump()
  }

  /** Starts what may be started, and fetches more when it runs low. */
  function pump(): void {
    if (isStopped) return
    while (unsettled.length < mostUnsettled) {
      const next = lanes.take(clock.now().getTime())
      if (next === undefined) break
      void run(next)
    }
    if (isClaiming || !(mayHaveMore || lanes.runsLow())) return
    isClaiming = true
    claiming = claim()
  }

  async function claim(): Promise<void> {
    if (lanes.inFlight() >= busyFrom) await new Promise((resolve) => setTimeout(resolve, gatherMs))
    mayHaveMore = false
    try {
      const at = clock.now()
      const rooms = lanes.rooms()
      const leaseUntil = new Date(at.getTime() + leaseMs)
      const claimed = await data.deliveries.claim({ at, leaseUntil, owner, rooms, otherRoom: roomOfUnknown })
      lanes.add(claimed, rooms, at.getTime() + usableForMs)
    } catch (error) {
      log.warn({ error }, 'Deliveries that are due could not be fetched')
      alarm.setIn(afterErrorMs)
    } finally {
      isClaiming = false
    }
    pump()
  }

  /** Sends one delivery; never rejects. */
  async function run(delivery: ClaimedDelivery): Promise<void> {
    const { id, webhookId } = delivery
    let isTimeout = false
    try {
      const receiver = await receivers.get(webhookId)
      if (receiver === null || receiver.webhook.pause !== null) {
        await refuse(webhookId)
        return
      }
      const delivered = await deliver(deliverWorld, delivery, { receiver, signal: stopping.signal })
      isTimeout = delivered.isTimeout
      measureAttempt(world.metrics, delivery, delivered.settled)
      unsettled.push(delivered)
      settling ??= settle()
    } catch (error) {
      // Its lease ends, and it is tried again.
      if (!stopping.signal.aborted)
        log.error({ error, delivery_id: id, webhook_id: webhookId }, 'A delivery could not be attempted')
    } finally {
      lanes.end(webhookId, isTimeout)
      pump()
    }
  }

  /** Puts away what was queued for a webhook that rests or is gone. */
  async function refuse(webhookId: string): Promise<void> {
    lanes.clear(webhookId)
    receivers.forget(webhookId)
    const webhook = await data.webhooks.get(webhookId)
    if (webhook === null) await data.webhooks.delete(webhookId)
    else if (webhook.pause !== null) await data.webhooks.pause(webhookId, webhook.pause)
    else look()
  }

  /** Keeps outcomes, as many at once as have gathered, until none is left. */
  async function settle(): Promise<void> {
    while (unsettled.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
      const batch = unsettled.splice(0, settledAtOnce)
      try {
        await keep(batch)
      } catch (error) {
        unsettled.unshift(...batch)
        log.warn({ error, count: batch.length }, 'What came of deliveries could not be kept')
        if (isStopped) break
        await new Promise((resolve) => setTimeout(resolve, afterErrorMs))
        continue
      }
      for (const { settled } of batch)
        if (settled.attempt.nextAttemptAt) alarm.setIn(waitUntil(settled.attempt.nextAttemptAt))
      pump()
    }
    settling = null
  }

  /** What is held back and the rest of its webhook are kept together, so that neither is seen without the other. */
  async function keep(batch: readonly Delivered[]): Promise<void> {
    const gone = new Set(batch.filter(({ isGone }) => isGone).map(({ settled }) => settled.webhookId))
    const dead = await data.transaction(async (inside) => {
      const failing = await inside.deliveries.settle(batch.map(({ settled }) => settled))
      const now = clock.now()
      const tooLong = failing.filter((webhook) => isDead(webhook, now)).map(({ id }) => id)
      for (const id of gone) await inside.webhooks.pause(id, pauseOf(world, 'gone'))
      for (const id of tooLong) await inside.webhooks.pause(id, pauseOf(world, 'failing'))
      return tooLong
    })
    for (const id of new Set([...gone, ...dead])) log.warn({ webhook_id: id }, 'A webhook was paused')
  }

  /** From time to time the queue is asked itself: other processes end, clocks are set, webhooks woken amid a transaction. */
  async function lookIntoQueue(heldFrom: Date): Promise<void> {
    await data.webhooks
      .sendHeld(clock.now(), firstIdAt('delivery', heldFrom))
      .catch((error) => log.warn({ error }, 'Deliveries that are held back could not be looked through'))
    const dueAt = await data.deliveries.nextDueAt().catch(() => null)
    alarm.setIn(Math.min(lookAgainMs, dueAt === null ? lookAgainMs : waitUntil(dueAt)))
  }

  const watch = setInterval(() => void lookIntoQueue(new Date(clock.now().getTime() - heldForMs)), lookAgainMs)
  watch.unref()

  const recall = () => data.deliveries.recall({ at: clock.now(), leaseMs })

  return {
    inFlight: lanes.inFlight,
    recall,
    async start() {
      if (isAlone) await data.deliveries.release(null, clock.now())
      await recall()
      await lookIntoQueue(new Date(0))
      look()
    },
    wake(webhookId) {
      if (webhookId !== '') receivers.forget(webhookId)
      look()
    },
    async stop({ withinMs = stopWithinMs } = {}) {
      isStopped = true
      alarm.stop()
      clearInterval(watch)
      const endsAtMs = performance.now() + withinMs
      while (lanes.inFlight() > 0 && performance.now() < endsAtMs)
        await new Promise((resolve) => setTimeout(resolve, 10))
      stopping.abort()
      while (lanes.inFlight() > 0) await new Promise((resolve) => setTimeout(resolve, 1))
      await claiming
      await (settling ?? settle())
      await data.deliveries.release(owner, clock.now())
    },
  }
}

/** One timer, for the earliest time that anybody has named. */
function createAlarm(ring: () => void) {
  let timer: NodeJS.Timeout | undefined
  let ringsAtMs = Number.POSITIVE_INFINITY
  let isStopped = false
  return {
    setIn(waitMs: number): void {
      const atMs = performance.now() + Math.max(1, waitMs)
      if (isStopped || atMs >= ringsAtMs) return
      clearTimeout(timer)
      ringsAtMs = atMs
      timer = setTimeout(
        () => {
          ringsAtMs = Number.POSITIVE_INFINITY
          ring()
        },
        Math.max(1, waitMs),
      )
      timer.unref()
    },
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
