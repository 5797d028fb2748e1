import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import type { Delivered } from './deliver.ts'
import {
  type DispatcherEvent,
  type DispatcherState,
  type Effect,
  initialState,
  isQuiet,
  MAX_UNSETTLED,
  next,
  type Work,
} from './dispatcher-table.ts'

const away = new AppError('unavailable', 'The database cannot be reached')

const failed = (work: Work, { error = away, chance = 1 }: { error?: unknown; chance?: number } = {}) =>
  ({ type: 'failed', work, error, chance }) as const
const gathered = (work: 'claim' | 'settle') => ({ type: 'gathered', work }) as const
const retryDue = (work: Work) => ({ type: 'retry_due', work }) as const
const woken = { type: 'woken' } as const
const claimed = { type: 'claimed' } as const
const stopped = { type: 'stopped' } as const

function delivered(n: number, { isGone = false, retryAt = null as Date | null } = {}): Delivered {
  const attempt = {
    ...{ n: 1, at: new Date(0), timings: { dnsMs: null, connectMs: null, firstByteMs: null, totalMs: 1 } },
    ...{ requestHeaders: {}, status: isGone ? 410 : 204, answerHeaders: {}, answerBody: '', error: null },
    nextAttemptAt: retryAt,
  }
  const state = isGone ? 'paused' : retryAt === null ? 'delivered' : 'pending'
  return { settled: { deliveryId: `dlv_${n}`, webhookId: 'wh', state, attempt }, isTimeout: false, isGone }
}
const attempted = (n: number, options?: Parameters<typeof delivered>[1]) =>
  ({ type: 'attempted', outcome: delivered(n, options) }) as const

/** All events one after the other. @returns the last state, and the effects of the last event */
function after(events: readonly DispatcherEvent[], from = initialState): { state: DispatcherState; effects: Effect[] } {
  let state = from
  let effects: readonly Effect[] = []
  for (const event of events) [state, effects] = next(state, event)
  return { state, effects: [...effects] }
}

const start: Effect = { type: 'start' }
const gather = (work: 'claim' | 'settle'): Effect => ({ type: 'gather', work })
const retry = (work: Work, delayMs: number): Effect => ({ type: 'retry', work, delayMs })
const ids = (batch: readonly Delivered[]) => batch.map(({ settled }) => settled.deliveryId)

describe('next() claims', () => {
  const claiming = [woken, gathered('claim')]
  const table: [name: string, events: DispatcherEvent[], effects: Effect[]][] = [
    ['what is due', [woken], [start, gather('claim')]],
    ['once what is due has gathered', claiming, [{ type: 'claim', isRetry: false }, start]],
    ['for a lane that runs low', [{ type: 'lanes_low' }], [start, gather('claim')]],
    ['one claim at a time', [...claiming, woken, woken], [start]],
    ['again when it was woken during a claim', [...claiming, woken, claimed], [start, gather('claim')]],
    ['no more when nothing is wanted', [...claiming, claimed], [start]],
    ['later when a claim failed', [...claiming, failed('claim')], [retry('claim', 1000)]],
    ['not early when it is woken while it backs off', [...claiming, failed('claim'), woken, woken], []],
    ['not early for a lane that runs low either', [...claiming, failed('claim'), { type: 'lanes_low' }], []],
    [
      'when its backoff ends, and starts nothing before',
      [...claiming, failed('claim'), retryDue('claim')],
      [gather('claim')],
    ],
  ]
  test.each(table)('%s', (_name, events, effects) => {
    expect(after(events).effects).toEqual(effects)
  })

  test('after a failure what that claim may have leased, too', () => {
    const events = [...claiming, failed('claim'), retryDue('claim'), gathered('claim')]
    expect(after(events).effects).toEqual([{ type: 'claim', isRetry: true }])
  })

  test('later after every failure, up to 30 s, with jitter, and soon again after a success', () => {
    const delays = (chance: number) => {
      let { state } = after(claiming)
      const found: number[] = []
      for (let count = 0; count < 20; count++) {
        const step = after([failed('claim', { chance })], state)
        found.push(...step.effects.flatMap((effect) => (effect.type === 'retry' ? effect.delayMs : [])))
        state = after([retryDue('claim'), gathered('claim')], step.state).state
      }
      const well = after([claimed, woken, gathered('claim'), failed('claim', { chance })], state)
      return { first: found.slice(0, 7), last: found.at(-1), count: found.length, soon: well.effects }
    }
    expect(delays(1)).toEqual({
      first: [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
      ...{ last: 30_000, count: 20, soon: [retry('claim', 1000)] },
    })
    expect(delays(0)).toEqual({
      first: [500, 1000, 2000, 4000, 8000, 15_000, 15_000],
      ...{ last: 15_000, count: 20, soon: [retry('claim', 500)] },
    })
  })

  test('after the longest backoff at once where no retry helps', () => {
    const error = new AppError('file_missing', 'A file of the database is gone')
    expect(after([...claiming, failed('claim', { error })]).effects).toEqual([retry('claim', 30_000)])
  })

  test('at most 6 times in 30 s of an outage, however often it is woken', () => {
    let { state } = after(claiming)
    let claims = 1
    let dueMs = 0
    for (let nowMs = 0; nowMs < 30_000; nowMs += 10) {
      if (nowMs === dueMs) {
        const step = after([failed('claim', { chance: 0.5 })], state)
        for (const effect of step.effects)
          if (effect.type === 'retry') dueMs = nowMs + Math.ceil(effect.delayMs / 10) * 10
        state = step.state
      }
      const step = after([woken], state)
      state = step.state
      expect(step.effects).toEqual([])
      if (nowMs + 10 !== dueMs) continue
      state = after([retryDue('claim'), gathered('claim')], state).state
      claims += 1
    }
    expect(claims).toBeLessThanOrEqual(6)
  })
})

describe('next() starts attempts', () => {
  test('no more once the database is away, and finds out by a claim', () => {
    const outage = after([failed('attempt')])
    expect(outage.effects).toEqual([retry('attempt', 1000), gather('claim')])
    // The other attempts of that moment fail too: that is one failure.
    const more = after([failed('attempt'), failed('attempt')], outage.state)
    expect(more.effects).toEqual([])
    expect(more.state.attempt).toEqual({ phase: 'waiting', failures: 1 })
    // The claim fails too: the end of the backoff of attempts starts nothing.
    const noClaim = after([gathered('claim'), failed('claim'), retryDue('attempt')], more.state)
    expect(noClaim.effects).toEqual([])
    const back = after([retryDue('claim'), gathered('claim'), claimed], noClaim.state)
    expect(back.effects).toEqual([start])
  })

  test('later each time while claims succeed and attempts do not', () => {
    let { state } = after([])
    const delays: number[] = []
    for (let count = 0; count < 6; count++) {
      const step = after([failed('attempt')], state)
      delays.push(...step.effects.flatMap((effect) => (effect.type === 'retry' ? effect.delayMs : [])))
      state = after([gathered('claim'), claimed, retryDue('attempt')], step.state).state
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000])
    expect(after([attempted(1)], state).state.attempt).toEqual({ phase: 'idle', failures: 0 })
  })

  test('not because an attempt from before the outage ends', () => {
    const { state } = after([failed('attempt'), gathered('claim'), claimed])
    const step = after([attempted(1)], state)
    expect(step.effects).toEqual([gather('settle')])
    expect(step.state.attempt.phase).toBe('waiting')
  })

  test('not with more outcomes than it may hold in memory', () => {
    const outcomes = Array.from({ length: MAX_UNSETTLED - 1 }, (_, n) => delivered(n))
    const full = after([attempted(0)], { ...initialState, outcomes })
    expect(full.effects).toEqual([gather('settle')])
    const room = after([gathered('settle'), { type: 'settled' }], full.state)
    expect(room.effects).toEqual([start, gather('settle')])
  })
})

describe('next() settles', () => {
  test('what has gathered, together', () => {
    const { state, effects } = after([attempted(1), attempted(2), attempted(3), gathered('settle')])
    expect(effects).toEqual([{ type: 'settle', batch: [1, 2, 3].map((n) => delivered(n)), gone: [] }, start])
    expect(after([{ type: 'settled' }], state)).toEqual({ state: initialState, effects: [start] })
  })

  test('at most 500 with one commit, then the rest', () => {
    const outcomes = Array.from({ length: 700 }, (_, n) => delivered(n))
    const first = after([woken, gathered('settle')], { ...initialState, outcomes })
    expect(first.state.batch).toHaveLength(500)
    const rest = after([{ type: 'settled' }, gathered('settle')], first.state)
    expect(ids(rest.state.batch)).toEqual(ids(outcomes.slice(500)))
  })

  test('and is woken when the next attempt is due', () => {
    const time = new Date(60_000)
    const { effects } = after([attempted(1, { retryAt: time }), gathered('settle'), { type: 'settled' }])
    expect(effects).toEqual([{ type: 'wake_at', time }, start])
  })

  test('and pauses a webhook that answered 410, of which nothing more is sent', () => {
    const gone = after([attempted(1, { isGone: true })])
    expect(gone.effects).toEqual([{ type: 'stop_lane', webhookId: 'wh' }, start, gather('settle')])
    const [settle] = after([attempted(2, { isGone: true }), gathered('settle')], gone.state).effects
    expect(settle).toMatchObject({ type: 'settle', gone: ['wh'] })
  })

  test('again what could not be stored, in its order, later each time, while what is sent goes on', () => {
    let { state, effects } = after([attempted(1), gathered('settle'), attempted(2), failed('settle')])
    expect(ids(state.outcomes)).toEqual(['dlv_1', 'dlv_2'])
    expect(effects).toEqual([retry('settle', 1000), start])
    ;({ state, effects } = after([attempted(3)], state))
    expect(effects).toEqual([start])
    ;({ state, effects } = after([retryDue('settle'), gathered('settle'), failed('settle')], state))
    expect(ids(state.outcomes)).toEqual(['dlv_1', 'dlv_2', 'dlv_3'])
    expect(effects).toEqual([retry('settle', 2000), start])
    ;({ state, effects } = after([retryDue('settle'), gathered('settle'), { type: 'settled' }], state))
    expect(state).toEqual(initialState)
  })
})

describe('next() stops', () => {
  const claiming = [woken, gathered('claim')]
  const table: [name: string, events: DispatcherEvent[], effects: Effect[], isQuietNow: boolean][] = [
    ['when idle', [stopped], [], true],
    ['while a claim gathers', [woken, stopped], [], false],
    ['without the claim that gathered', [woken, stopped, gathered('claim')], [], true],
    ['while it claims', [...claiming, stopped], [], false],
    ['after the claim', [...claiming, stopped, claimed], [], true],
    ['after a claim that fails', [...claiming, stopped, failed('claim')], [], true],
    ['while a claim backs off', [...claiming, failed('claim'), stopped], [], true],
    ['while attempts back off', [failed('attempt'), gathered('claim'), claimed, stopped], [], true],
    ['with outcomes that gather', [attempted(1), stopped], [], false],
    ['while it settles', [attempted(1), gathered('settle'), stopped], [], false],
    ['once outcomes are stored', [attempted(1), gathered('settle'), stopped, { type: 'settled' }], [], true],
    ['with the outcome of an attempt under way', [stopped, attempted(1)], [gather('settle')], false],
    [
      'with outcomes that back off',
      [attempted(1), gathered('settle'), failed('settle'), stopped],
      [gather('settle')],
      false,
    ],
    ['without outcomes that cannot be stored', [attempted(1), gathered('settle'), stopped, failed('settle')], [], true],
    ['and is not woken', [stopped, woken], [], true],
    ['and retries nothing', [...claiming, failed('claim'), stopped, retryDue('claim')], [], true],
  ]
  test.each(table)('%s', (_name, events, effects, isQuietNow) => {
    const found = after(events)
    expect(found.effects).toEqual(effects)
    expect(isQuiet(found.state)).toBe(isQuietNow)
  })
})
