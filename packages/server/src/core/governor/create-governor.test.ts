import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallCountData } from '#core/ports/data/call-counts.ts'
import type { GovernedCall } from '#core/ports/governor.ts'
import { createGovernor } from './create-governor.ts'
import { createMemoryLimits } from './governor.test-kit.ts'

const clock = { now: () => new Date() }
const base = { key: 'base', perSecond: 5 }

function createCallCounts(): CallCountData {
  const counts = new Map<string, { today: number; thisMonth: number }>()
  return {
    async take(id, { perDay, perMonth }) {
      const { today, thisMonth } = counts.get(id) ?? { today: 0, thisMonth: 0 }
      if (today >= (perDay ?? Infinity) || thisMonth >= (perMonth ?? Infinity)) return null
      counts.set(id, { today: today + 1, thisMonth: thisMonth + 1 })
      return { today: today + 1, thisMonth: thisMonth + 1 }
    },
    get: async (id) => counts.get(id) ?? { today: 0, thisMonth: 0 },
  }
}

function open(rateLimits = createMemoryLimits(), callCounts = createCallCounts()) {
  const out: { name: string; atMs: number }[] = []
  const governors = [1, 2].map(() => createGovernor({ clock, data: { rateLimits, callCounts } }))
  const enter = async (
    name: string,
    more: Partial<GovernedCall> & { signal?: AbortSignal; process?: number } = {},
  ): Promise<void> => {
    const { signal, process = 0, ...call } = more
    const budget = { connectionId: 'con_1', perDay: null, perMonth: null }
    const turn = await governors[process]?.enter({ scopes: [base], budget, isRead: true, ...call }, signal)
    if (turn?.use()) out.push({ name, atMs: Date.now() })
    else await enter(name, more)
  }
  return { out, enter, callCounts, pause: (ms: number) => governors[0]?.pause('base', ms) }
}

/** The most that any second saw. */
function mostInOneSecond(times: readonly number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length))
}

const namesOf = (out: readonly { name: string }[]) => out.map(({ name }) => name)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('enter()', () => {
  test('lets reading go before writing', async () => {
    const { out, enter } = open()
    const calls = ['w1', 'w2', 'r1', 'w3', 'r2'].map((name) => enter(name, { isRead: name.startsWith('r') }))
    await vi.runAllTimersAsync()
    await Promise.all(calls)
    expect(namesOf(out)).toEqual(['r1', 'r2', 'w1', 'w2', 'w3'])
  })

  test('lets somebody who reads page after page go first each time, however much waits to be written', async () => {
    const { out, enter } = open()
    const writes = Array.from({ length: 10 }, (_, n) => enter(`w${n}`, { isRead: false }))
    const reading = (async () => {
      for (let page = 0; page < 5; page++) {
        await enter(`r${page}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })()
    await vi.runAllTimersAsync()
    await Promise.all([...writes, reading])
    expect(namesOf(out).slice(0, 6)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'w0'])
  })

  test('keeps two processes within one limit, and spaces evenly what a slow database lets through at once', async () => {
    const delays = [0, 90, 5, 60, 0, 30]
    const { out, enter } = open(createMemoryLimits(() => delays[out.length % delays.length] ?? 0))
    const calls = Array.from({ length: 60 }, (_, n) => enter(String(n), { process: n % 2 }))
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all(calls)
    expect(out).toHaveLength(60)
    // turns are taken ahead: however slowly the database answers, each knows its own before it comes
    const times = out.map(({ atMs }) => atMs)
    expect(mostInOneSecond(times.slice(2))).toBeLessThanOrEqual(5)
    expect(Math.min(...times.slice(3).map((at, index) => at - (times[index + 2] ?? 0)))).toBeGreaterThanOrEqual(199)
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(60 * 210)
  })

  test('keeps one process strictly within the limit however slowly the database answers', async () => {
    const delays = [0, 150, 5, 0, 120, 30]
    const { out, enter } = open(createMemoryLimits(() => delays[out.length % delays.length] ?? 0))
    const calls = Array.from({ length: 40 }, (_, n) => enter(String(n)))
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all(calls)
    expect(mostInOneSecond(out.map(({ atMs }) => atMs))).toBeLessThanOrEqual(5)
    expect((out.at(-1)?.atMs ?? 0) - (out[0]?.atMs ?? 0)).toBeLessThan(39 * 400)
  })

  test('holds other limits apart', async () => {
    const { out, enter } = open()
    const calls = ['a', 'b', 'c'].map((key) => enter(key, { scopes: [{ key, perSecond: 1 }] }))
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all(calls)
    expect(out).toHaveLength(3)
  })

  test('lets nothing out while the scope pauses, and tells what waits until when', async () => {
    const { out, enter, pause } = open()
    const held: number[] = []
    const onHeld = (until: Date) => void held.push(until.getTime() - startMs)
    const before = enter('before', { onHeld })
    await vi.runAllTimersAsync()
    await before
    const startMs = Date.now()
    await pause(30_000)
    const calls = [enter('r1', { onHeld }), enter('r2', { onHeld })]
    await vi.advanceTimersByTimeAsync(500)
    expect(held).toEqual([30_000])
    await vi.runAllTimersAsync()
    await Promise.all(calls)
    expect((out[1]?.atMs ?? 0) - startMs).toBeGreaterThanOrEqual(30_000)
    expect(new Set(held)).toEqual(new Set([30_000]))
  })

  test('gives up at once what is aborted while it waits, and does not count it', async () => {
    const { out, enter, callCounts, pause } = open()
    await pause(30_000)
    const abort = new AbortController()
    const calls = [enter('head', { signal: abort.signal }), enter('queued', { signal: abort.signal }), enter('other')]
    const ends = Promise.allSettled(calls)
    await vi.advanceTimersByTimeAsync(10)
    abort.abort(new Error('enough'))
    await vi.runAllTimersAsync()
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(namesOf(out)).toEqual(['other'])
    expect(await callCounts.get('con_1', new Date())).toMatchObject({ today: 1 })
    await expect(enter('late', { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
  })

  test.each([
    ['day', { perDay: 2, perMonth: null }, /used its 2 requests per day\..*tomorrow/],
    ['month', { perDay: null, perMonth: 2 }, /used its 2 requests per month\..*next month/],
  ])('refuses what goes over the bound of the %s, and says until when', async (_span, bounds, message) => {
    const { out, enter } = open()
    const budget = { connectionId: 'con_1', ...bounds }
    const ends = Promise.allSettled(['a', 'b', 'c'].map((name) => enter(name, { budget })))
    await vi.runAllTimersAsync()
    const [, , last] = await ends
    expect(last).toMatchObject({ reason: { code: 'source_quota', message: expect.stringMatching(message) } })
    expect(namesOf(out)).toEqual(['a', 'b'])
  })

  test('goes on after an error of the database', async () => {
    const rateLimits = createMemoryLimits()
    const { takeTurn } = rateLimits
    const failing = vi
      .spyOn(rateLimits, 'takeTurn')
      .mockRejectedValueOnce(new Error('gone'))
      .mockImplementation(takeTurn)
    const { enter, out } = open(rateLimits)
    const ends = Promise.allSettled([enter('a'), enter('b')])
    await vi.runAllTimersAsync()
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(failing).toHaveBeenCalled()
    expect(namesOf(out)).toEqual(['b'])
  })
})
