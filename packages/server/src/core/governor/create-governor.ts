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

  /** A busy database answers some sooner than others: what it lets through close together is spaced here. */
  async function space({ key, perSecond }: RateScope, signal: AbortSignal): Promise<void> {
    const nowMs = clock.now().getTime()
    const earlyMs = Math.min((lastOut.get(key) ?? 0) + 1000 / perSecond - nowMs, 1000 / perSecond)
    if (earlyMs > 0) await wait(earlyMs, signal)
    lastOut.set(key, clock.now().getTime())
  }

  async function pass(scope: RateScope, signal: AbortSignal): Promise<void> {
    for (;;) {
      const limit = { perMinute: scope.perSecond * 60, burst: 1, cost: 1, at: clock.now() }
      const { waitMs } = await data.rateLimits.take(scope.key, limit)
      if (waitMs === 0) return space(scope, signal)
      await wait(Math.min(waitMs, longestLookMs), signal)
    }
  }

  async function count(budget: CallBudget): Promise<void> {
    const at = clock.now()
    const taken = await data.callCounts.take(budget.connectionId, { ...budget, at })
    if (taken === null) throw usedUp(budget, (await data.callCounts.get(budget.connectionId, at)).today)
  }

  async function serve({ call, signal, resolve, reject }: Waiting): Promise<void> {
    try {
      signal.throwIfAborted()
      for (const scope of call.scopes) await pass(scope, signal)
      await count(call.budget)
      resolve()
    } catch (error) {
      reject(error)
    }
  }

  async function drain(name: string, lane: Lane): Promise<void> {
    for (let next = takeNext(lane); next !== undefined; next = takeNext(lane)) await serve(next)
    lanes.delete(name)
  }

  return {
    enter(call, signal = never) {
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
        void drain(name, lane)
      }
      return promise.finally(() => signal.removeEventListener('abort', leave))
    },
    async pause(key, forMs) {
      await data.rateLimits.pause(key, new Date(clock.now().getTime() + forMs))
    },
  }
}
