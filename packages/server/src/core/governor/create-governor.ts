import { AppError } from '#core/errors.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { Data } from '#core/ports/data.ts'
import type { CallBudget, GovernedCall, Governor, RateScope, Turn } from '#core/ports/governor.ts'
import { wait } from '#core/run/attempt.ts'

interface Waiting {
  call: GovernedCall
  signal: AbortSignal
  resolve: (turn: Turn) => void
  /** Leaves the lane, and tells the caller why. */
  leave: (reason: unknown) => void
}

/** What waits for the same limits in this process, one at a time, reading first. */
interface Lane {
  reads: Set<Waiting>
  writes: Set<Waiting>
}

const never = new AbortController().signal

/** How long after it came a turn may be used. Later, the request would come too close to that of the next turn. */
export const MAX_LATE_MS = 50

/**
 * How much longer than the fastest answers one may take before its request counts as delivered late: six requests as sent
 * span 1,200 ms, so that the first of them may reach its vendor 200 ms late.
 */
const MAX_DELIVERY_MS = 150
/** No more turns are left unused for one late delivery: by then the requests that it could come close to have gone out. */
const MOST_LEFT_UNUSED = 4

/** How long before it comes a turn is taken. The same for all, or those that look further ahead would take every turn. */
const AHEAD_MS = 250

/** How fast a lane's vendor answers when nothing delays a request. */
interface Pace {
  fastestMs: number
  answers: number
}

/** Before so many answers a vendor is not known, and any of them may have been delayed. */
const KNOWN_AFTER = 5
const MAX_PACES = 1000
/** Each answer makes the fastest that is known this much slower: so it follows a vendor. */
const SLOWS_BY = 1.05

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
    `The connection has used its ${bound} requests per ${span}. Raise the limit in the connection if the plan of the table allows more, or run the action again ${next} (UTC).`,
  )
}

const between = (least: number, value: number, most: number) => Math.min(Math.max(least, value), most)

const nameOf = (scopes: readonly RateScope[]) => scopes.map(({ key }) => key).join('\n')
const intervalsOf = (scopes: readonly RateScope[]) =>
  scopes.map(({ key, perSecond }) => ({ scope: key, intervalMs: 1000 / perSecond }))

/** How much further ahead the next turn is asked for. More is no delay but a clock that was put forward. */
const leadOf = (lateMs: number) => (lateMs > longestLookMs ? 0 : lateMs)

const isEmpty = ({ reads, writes }: Lane) => reads.size + writes.size === 0

function tellHeld({ reads, writes }: Lane, until: Date): void {
  // the calls of one piece of work have one who wants to know
  const told = new Set([...reads, ...writes].map(({ call }) => call.onHeld))
  for (const onHeld of told) onHeld?.(until)
}

/** Who goes next: reading first. */
function nextOf({ reads, writes }: Lane): Waiting | undefined {
  const [next] = reads.size > 0 ? reads : writes
  return next
}

/** Makes the governor on the database, so that all processes keep one limit together. */
export function createGovernor({ clock, data }: GovernorWorld): Governor {
  const lanes = new Map<string, Lane>()
  const paces = new Map<string, Pace>()
  /** Connections of which one call is counted that has not gone out yet. */
  const countedAhead = new Set<string>()
  const nowMs = () => clock.now().getTime()

  async function count(budget: CallBudget): Promise<void> {
    const at = clock.now()
    const taken = await data.callCounts.take(budget.connectionId, { ...budget, at })
    if (taken === null) throw usedUp(budget, (await data.callCounts.get(budget.connectionId, at)).today)
  }

  /** Counting takes a statement: done before the turn comes, it makes nobody late. */
  async function countAhead({ call: { budget }, leave }: Waiting): Promise<void> {
    if (countedAhead.has(budget.connectionId)) return
    try {
      await count(budget)
      countedAhead.add(budget.connectionId)
    } catch (error) {
      leave(error)
    }
  }

  /**
   * Takes the next turn of all scopes before it comes, and waits for it. One that has expired, because the database or a
   * timer was late, is left unused; the next one is asked for that much further ahead.
   * @returns when the turn came, or null when nobody wants it any more
   */
  async function waitForTurn(lane: Lane, scopes: readonly RateScope[]): Promise<number | null> {
    const intervals = intervalsOf(scopes)
    let leadMs = 0
    while (!isEmpty(lane)) {
      const at = new Date(nowMs() + leadMs)
      const { turnMs, isTaken } = await data.rateLimits.takeTurn(intervals, { at, aheadMs: AHEAD_MS })
      if (turnMs - at.getTime() >= heldFromMs) tellHeld(lane, new Date(turnMs))
      if (!isTaken) await wait(between(0, turnMs - AHEAD_MS - nowMs(), longestLookMs), never)
      else if (await isInTime(turnMs, leadMs)) return turnMs
      else leadMs = leadOf(leadMs + nowMs() - turnMs)
    }
    return null
  }

  async function isInTime(turnMs: number, leadMs: number): Promise<boolean> {
    const aheadMs = turnMs - nowMs()
    if (aheadMs > leadMs) await wait(Math.min(aheadMs - leadMs, longestLookMs), never)
    // A clock that was put back must not make it wait for longer than the turn was ahead.
    for (let looks = 0; nowMs() < turnMs && looks < 2; looks++) {
      await wait(Math.min(Math.ceil(turnMs - nowMs()), longestLookMs), never)
    }
    return nowMs() <= turnMs + MAX_LATE_MS
  }

  /**
   * A request that was held up on its way may come close to those that go out after it: as many turns as it was late by are
   * left unused, by whichever process would have had them. When it arrived is known from its answer alone.
   */
  async function leaveUnused(scopes: readonly RateScope[], lateMs: number): Promise<void> {
    const intervals = intervalsOf(scopes)
    const longestMs = Math.max(...intervals.map(({ intervalMs }) => intervalMs))
    const count = Math.min(MOST_LEFT_UNUSED, Math.ceil(lateMs / longestMs))
    const wanted = { at: new Date(nowMs()), aheadMs: MOST_LEFT_UNUSED * longestMs + AHEAD_MS }
    for (let left = 0; left < count; left++) await data.rateLimits.takeTurn(intervals, wanted)
  }

  function turnOf({ budget: { connectionId }, scopes }: GovernedCall, turnMs: number): Turn {
    const name = nameOf(scopes)
    let sentMs: number | null = null
    let isOver = false
    return {
      use() {
        if (isOver) return false
        isOver = true
        const isLate = nowMs() > turnMs + MAX_LATE_MS
        if (isLate) countedAhead.add(connectionId)
        else sentMs = nowMs()
        return !isLate
      },
      async answered() {
        if (sentMs === null) return
        const tookMs = Math.max(0, nowMs() - sentMs)
        const { fastestMs, answers } = paces.get(name) ?? { fastestMs: tookMs, answers: 0 }
        paces.delete(name)
        paces.set(name, { fastestMs: Math.min(tookMs, fastestMs * SLOWS_BY), answers: answers + 1 })
        const [oldest] = paces.keys()
        if (paces.size > MAX_PACES && oldest !== undefined) paces.delete(oldest)
        const lateMs = tookMs - (answers < KNOWN_AFTER ? 0 : fastestMs) - MAX_DELIVERY_MS
        if (lateMs > 0) await leaveUnused(scopes, lateMs)
      },
    }
  }

  /** Who goes is decided when the turn has come: what wants to read meanwhile goes before all that writes. */
  async function letOut(lane: Lane, turnMs: number): Promise<void> {
    const next = nextOf(lane)
    if (next === undefined) return
    const { budget } = next.call
    try {
      if (!countedAhead.delete(budget.connectionId)) await count(budget)
      if (next.signal.aborted) countedAhead.add(budget.connectionId)
      else next.resolve(turnOf(next.call, turnMs))
    } catch (error) {
      next.leave(error)
    }
  }

  async function drain(name: string, lane: Lane, scopes: readonly RateScope[]): Promise<void> {
    for (let next = nextOf(lane); next !== undefined; next = nextOf(lane)) {
      try {
        await countAhead(next)
        const turnMs = await waitForTurn(lane, scopes)
        if (turnMs !== null) await letOut(lane, turnMs)
      } catch (error) {
        nextOf(lane)?.leave(error)
      }
    }
    lanes.delete(name)
  }

  return {
    async enter(call, signal = never) {
      signal.throwIfAborted()
      const name = nameOf(call.scopes)
      const { promise, resolve, reject } = Promise.withResolvers<Turn>()
      const found = lanes.get(name)
      const lane: Lane = found ?? { reads: new Set(), writes: new Set() }
      const queue = call.isRead ? lane.reads : lane.writes
      const leave = (reason: unknown) => {
        queue.delete(waiting)
        reject(reason)
      }
      const go = (turn: Turn) => {
        queue.delete(waiting)
        resolve(turn)
      }
      const waiting: Waiting = { call, signal, resolve: go, leave }
      const abort = () => leave(signal.reason)
      queue.add(waiting)
      signal.addEventListener('abort', abort, { once: true })
      if (found === undefined) {
        lanes.set(name, lane)
        void drain(name, lane, call.scopes)
      }
      return promise.finally(() => signal.removeEventListener('abort', abort))
    },
    async pause(key, forMs) {
      const at = clock.now()
      await data.rateLimits.pause(key, { at, until: new Date(at.getTime() + forMs) })
    },
  }
}
