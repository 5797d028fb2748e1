import type { RateLimitData } from '#core/ports/data/access.ts'
import type { CallCountData } from '#core/ports/data/call-counts.ts'

/** The limits as the database keeps them, each answer after `delayMs`. */
export function createMemoryLimits(delayMs: () => number = () => 0): RateLimitData {
  const scopes = new Map<string, { fullAt: number; pausedUntil: number }>()
  const of = (scope: string) => {
    const found = scopes.get(scope) ?? { fullAt: 0, pausedUntil: 0 }
    scopes.set(scope, found)
    return found
  }
  return {
    take: async () => ({ waitMs: 0, remaining: 0 }),
    waitMs: async () => 0,
    async takeTurn(wanted, { at, aheadMs }) {
      const states = wanted.map(({ scope, intervalMs }) => ({ state: of(scope), intervalMs }))
      const free = states.flatMap(({ state: { fullAt, pausedUntil } }) => [fullAt, pausedUntil])
      const turnMs = Math.max(at.getTime(), ...free)
      const isTaken = turnMs <= at.getTime() + aheadMs
      if (isTaken) for (const { state, intervalMs } of states) state.fullAt = turnMs + intervalMs
      await new Promise((resolve) => setTimeout(resolve, delayMs()))
      return { turnMs, isTaken }
    },
    async pause(scope, { until }) {
      of(scope).pausedUntil = until.getTime()
    },
    async deleteFull() {},
  }
}

export const uncountedCalls: CallCountData = {
  take: async () => ({ today: 1, thisMonth: 1 }),
  get: async () => ({ today: 1, thisMonth: 1 }),
}
