import { AppError } from '#core/errors.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { Data } from '#core/ports/data.ts'
import type { CallBudget, GovernedCall, Governor, RateScope } from '#core/ports/governor.ts'
import { wait } from '#core/run/attempt.ts'

interface Waiting {
  call: GovernedCall
  signal: AbortSignal
  resolve: () => void
  reject: (error: unknown) => void
}

/** What waits for the same limits in this process, one at a time, reading first. */
interface Lane {
  reads: Set<Waiting>
  writes: Set<Waiting>
}

const never = new AbortController().signal

/** A long pause is looked at again meanwhile: clocks are put right, and other processes share it. */
const longestLookMs = 1000
/** Those that wait for longer than any turn takes are told: there is time left for it to be seen. */
const heldFromMs = 2 * longestLookMs

interface GovernorWorld {
  clock: Clock
  data: Pick<Data, 'callCounts' | 'rateLimits'>
}

function usedUp({ perDay, perMonth }: CallBudget, today: number): AppError {
  const byDay = perDay !== null && today >= perDay
  const [bound, span, next] = byDay ? [perDay, 'day', 'tomorrow'] : [perMonth, 'month', 'next month']
  return new AppError(
    'source_quota',
    `The connection may make ${bound} requests a ${span}, and they are used up. Raise the bound in the connection if the plan of the table allows more, or run again ${next} (UTC).`,
  )
}

const isEmpty = ({ reads, writes }: Lane) => reads.size + writes.size === 0

function tellHeld({ reads, writes }: Lane, until: Date): void {
  // the calls of one piece of work have one who wants to know
  const told = new Set([...reads, ...writes].map(({ call }) => call.onHeld))
  for (const onHeld of told) onHeld?.(until)
}

function takeNext({ reads, writes }: Lane): Waiting | undefined {
  const queue = reads.size > 0 ? reads : writes
  const [next] = queue
  if (next !== undefined) queue.delete(next)
  return next
}

/** Makes the governor on the database, so that all processes keep one limit together. */
export function createGovernor({ clock, data }: GovernorWorld): Governor {
  const lanes = new Map<string, Lane>()
  /** When the last request of a limit went out of this process. */
  const lastOut = new Map<string, number>()

  /** Waits for the turn of the lane, until nobody wants it any more. The next turn of all is taken before it comes. */
  async function pass({ key, perSecond }: RateScope, lane: Lane): Promise<void> {
    const aheadMs = Math.min(Math.ceil(1000 / perSecond), longestLookMs)
    while (!isEmpty(lane)) {
      const at = clock.now()
      const limit = { perMinute: perSecond * 60, burst: 1, cost: 1, at, aheadMs }
      const { waitMs } = await data.rateLimits.take(key, limit)
      const isTaken = waitMs <= aheadMs
      if (waitMs >= heldFromMs) tellHeld(lane, new Date(at.getTime() + waitMs))
      const sinceAskedMs = clock.now().getTime() - at.getTime()
      const leftMs = (isTaken ? waitMs : waitMs - aheadMs) - sinceAskedMs
      await wait(Math.min(Math.max(0, leftMs), longestLookMs), never)
      if (isTaken) return
    }
  }

  /** A busy database answers some sooner than others: what it lets through close together is spaced here. */
  async function space({ key, perSecond }: RateScope): Promise<void> {
    const apartMs = 1000 / perSecond
    const earlyMs = Math.min((lastOut.get(key) ?? 0) + apartMs - clock.now().getTime(), apartMs)
    if (earlyMs > 0) await wait(earlyMs, never)
    lastOut.set(key, clock.now().getTime())
  }

  async function count(budget: CallBudget): Promise<void> {
    const at = clock.now()
    const taken = await data.callCounts.take(budget.connectionId, { ...budget, at })
    if (taken === null) throw usedUp(budget, (await data.callCounts.get(budget.connectionId, at)).today)
  }

  async function letOut({ call, signal, resolve, reject }: Waiting): Promise<void> {
    try {
      await count(call.budget)
      for (const scope of call.scopes) await space(scope)
      signal.throwIfAborted()
      resolve()
    } catch (error) {
      reject(error)
    }
  }

  /** Who goes is decided when the turn has come: what wants to read meanwhile goes before all that writes. */
  async function drain(name: string, lane: Lane, scopes: readonly RateScope[]): Promise<void> {
    while (!isEmpty(lane)) {
      try {
        for (const scope of scopes) await pass(scope, lane)
        const next = takeNext(lane)
        if (next !== undefined) await letOut(next)
      } catch (error) {
        takeNext(lane)?.reject(error)
      }
    }
    lanes.delete(name)
  }

  return {
    async enter(call, signal = never) {
      signal.throwIfAborted()
      const name = call.scopes.map(({ key }) => key).join('\n')
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const found = lanes.get(name)
      const lane: Lane = found ?? { reads: new Set(), writes: new Set() }
      const queue = call.isRead ? lane.reads : lane.writes
      const leave = () => {
        queue.delete(waiting)
        reject(signal.reason)
      }
      const waiting: Waiting = { call, signal, resolve, reject }
      queue.add(waiting)
      signal.addEventListener('abort', leave, { once: true })
      if (found === undefined) {
        lanes.set(name, lane)
        void drain(name, lane, call.scopes)
      }
      return promise.finally(() => signal.removeEventListener('abort', leave))
    },
    async pause(key, forMs) {
      const at = clock.now()
      await data.rateLimits.pause(key, { at, until: new Date(at.getTime() + forMs) })
    },
  }
}
