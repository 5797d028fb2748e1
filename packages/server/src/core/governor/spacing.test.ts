import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGovernor, MAX_LATE_MS } from './create-governor.ts'
import { createMemoryLimits, uncountedCalls } from './governor.test-kit.ts'

const base = { key: 'base', perSecond: 4 }
const token = (name: string) => ({ key: `token ${name}`, perSecond: 40 })

const numRuns = Number(process.env.SPACING_RUNS ?? 40)

const clock = { now: () => new Date() }
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What delays the requests of a process, each time one of these in turn. */
interface Delays {
  /** From the question of a process to the statement in the database, and back. */
  database: number[]
  /** How long after its time a timer fires: the event loop was busy. */
  timer: number[]
  /** From the turn to a ready connection. */
  connection: number[]
  /** From sending a request to its arrival at the vendor, after the first, which show how fast it answers. */
  delivery?: number[]
}

/** When the requests were sent, and when they arrived. */
interface Seen {
  sentMs: number[]
  arrivedMs: number[]
}

/** Picks in no order that a process could fall in step with. */
function pickFrom(values: readonly number[]): () => number {
  let state = values.length
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return values[(state >>> 16) % values.length] ?? 0
  }
}

/** How long the vendor takes. */
const ANSWER_MS = 120
const PROMPT = 5

/** Processes with a token each call one base, as often as they may. */
async function send(processes: readonly Delays[], calls: number, withinMs: number): Promise<Seen> {
  const abort = new AbortController()
  const seen: Seen = { sentMs: [], arrivedMs: [] }
  const limits = createMemoryLimits()
  const all = processes.flatMap(({ database, connection, delivery = [0] }, index) => {
    const [delay, dial, deliver] = [pickFrom(database), pickFrom(connection), pickFrom(delivery)]
    const rateLimits: typeof limits = {
      ...limits,
      async takeTurn(scopes, wanted) {
        await pass(delay())
        const turn = await limits.takeTurn(scopes, wanted)
        await pass(delay())
        return turn
      },
    }
    const governor = createGovernor({ clock, data: { rateLimits, callCounts: uncountedCalls } })
    let sent = 0
    const budget = { connectionId: `con_${index}`, perDay: null, perMonth: null }
    return Array.from({ length: calls }, async () => {
      for (let isSent = false, isConnected = false; !isSent; ) {
        const turn = await governor.enter({ scopes: [base, token(String(index))], budget, isRead: true }, abort.signal)
        if (!isConnected) await pass(dial())
        isConnected = true
        isSent = turn.use()
        if (!isSent) continue
        seen.sentMs.push(Date.now())
        await pass(++sent <= PROMPT ? 0 : deliver())
        seen.arrivedMs.push(Date.now())
        await pass(ANSWER_MS)
        await turn.answered()
      }
    })
  })
  const ends = Promise.allSettled(all)
  await vi.advanceTimersByTimeAsync(withinMs)
  abort.abort()
  await vi.advanceTimersByTimeAsync(10_000)
  await ends
  return { ...seen, arrivedMs: seen.arrivedMs.toSorted((one, other) => one - other) }
}

const anyDelays = (mostMs: number) => fc.array(fc.nat(mostMs), { minLength: 1, maxLength: 12 })
const oneInFour = (mostMs: number) =>
  fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5), fc.nat(mostMs)).map((delays): number[] => delays)

const processes = (delays: (mostMs: number) => fc.Arbitrary<number[]>, mostMs: number) =>
  fc.array(fc.record({ database: delays(mostMs), timer: delays(mostMs), connection: delays(5 * mostMs) }), {
    minLength: 1,
    maxLength: 4,
  })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Timers fire late by these from now on, whoever set them. */
function delayTimers(late: () => number): () => void {
  const onTime = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms) => onTime(work, (ms ?? 0) + late()))
  return () => vi.restoreAllMocks()
}

const shortestSpan = (times: readonly number[], requests: number) =>
  Math.min(...times.slice(requests - 1).map((ms, index) => ms - (times[index] ?? 0)))

test('enter() sends no six requests to a base within 1,200 ms, whatever delays the processes that share it', async () => {
  await fc.assert(
    fc.asyncProperty(processes(anyDelays, 400), async (late) => {
      const restore = delayTimers(pickFrom(late.flatMap(({ timer }) => timer)))
      const { sentMs } = await send(late, 8, 20_000)
      restore()
      expect(shortestSpan(sentMs, 6)).toBeGreaterThanOrEqual(1200)
      expect(shortestSpan(sentMs, 2)).toBeGreaterThanOrEqual(250 - MAX_LATE_MS)
    }),
    { numRuns },
  )
})

test('enter() sends all of them when one delay in four is longer than a turn waits', async () => {
  await fc.assert(
    fc.asyncProperty(processes(oneInFour, 300), async (late) => {
      const restore = delayTimers(pickFrom(late.flatMap(({ timer }) => timer)))
      const { sentMs } = await send(late, 8, 120_000)
      restore()
      expect(sentMs).toHaveLength(8 * late.length)
    }),
    { numRuns },
  )
})

test('answered() keeps six requests from reaching a base within a second when some are delivered late', async () => {
  const delivery = fc.array(fc.oneof(fc.nat(40), fc.nat(600)), { minLength: 1, maxLength: 8 })
  const jittery = delivery.map(
    (late): Delays => ({
      ...{ database: [3], timer: [1], connection: [5] },
      delivery: [0, 0, ...late],
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(jittery, { minLength: 1, maxLength: 3 }), async (late) => {
      const { arrivedMs } = await send(late, 12, 60_000)
      expect(arrivedMs).toHaveLength(12 * late.length)
      expect(shortestSpan(arrivedMs, 6)).toBeGreaterThanOrEqual(1000)
    }),
    { numRuns },
  )
})

test('enter() uses every turn when nothing is late', async () => {
  const quiet = { database: [2], timer: [1], connection: [5], delivery: [20, 80] }
  const { sentMs } = await send([quiet, quiet], 40, 30_000)
  expect(shortestSpan(sentMs, 80)).toBeLessThan(79 * 250 + 500)
  expect(shortestSpan(sentMs, 6)).toBeGreaterThanOrEqual(1240)
})
