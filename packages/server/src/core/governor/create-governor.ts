import { AppError } from '#core/errors.ts'
import type { CallBudget, GovernedCall, Governor, RateScope } from '#core/ports/governor.ts'
import type { World } from '#core/ports/world.ts'
import { wait } from '#core/run/attempt.ts'

interface Waiting {
  call: GovernedCall
  signal: AbortSignal
  resolve: () => void
  reject: (error: unknown) => void
}

/** What waits for the same limits in this process, one at a time, reading first. */
interface Lane {
  reads: Waiting[]
  writes: Waiting[]
}

const never = new AbortController().signal

function usedUp({ perDay, perMonth }: CallBudget, today: number): AppError {
  const byDay = perDay !== null && today >= perDay
  const [bound, span, next] = byDay ? [perDay, 'day', 'tomorrow'] : [perMonth, 'month', 'next month']
  return new AppError(
    'source_quota',
    `The connection may make ${bound} requests a ${span}, and they are used up. Raise the bound in the connection if the plan of the table allows more, or run again ${next} (UTC).`,
  )
}

/** Makes the governor on the database, so that all processes keep one limit together. */
export function createGovernor({ clock, data }: Pick<World, 'clock' | 'data'>): Governor {
  const lanes = new Map<string, Lane>()

  async function pass({ key, perSecond }: RateScope, signal: AbortSignal): Promise<void> {
    for (;;) {
      const limit = { perMinute: perSecond * 60, burst: 1, cost: 1, at: clock.now() }
      const { waitMs } = await data.rateLimits.take(key, limit)
      if (waitMs === 0) return
      await wait(waitMs, signal)
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
      await count(call.budget)
      for (const scope of call.scopes) await pass(scope, signal)
      resolve()
    } catch (error) {
      reject(error)
    }
  }

  async function drain(name: string, lane: Lane): Promise<void> {
    for (;;) {
      const next = lane.reads.shift() ?? lane.writes.shift()
      if (next === undefined) break
      await serve(next)
    }
    lanes.delete(name)
  }

  return {
    enter(call, signal = never) {
      const name = call.scopes.map(({ key }) => key).join('\n')
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const waiting = { call, signal, resolve, reject }
      const lane = lanes.get(name)
      if (lane !== undefined) {
        lane[call.isRead ? 'reads' : 'writes'].push(waiting)
        return promise
      }
      const fresh: Lane = { reads: [waiting], writes: [] }
      lanes.set(name, fresh)
      void drain(name, fresh)
      return promise
    },
    async pause(key, forMs) {
      await data.rateLimits.pause(key, new Date(clock.now().getTime() + forMs))
    },
  }
}
