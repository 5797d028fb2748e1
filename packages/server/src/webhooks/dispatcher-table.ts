import { retryDelayMs } from '#core/backoff.ts'
import type { Delivered } from './deliver.ts'

/** At most this many outcomes are stored with one commit. */
const MAX_BATCH = 500
/** With this many outcomes not stored yet, nothing more starts. */
export const MAX_UNSETTLED = 1000

/** What the dispatcher asks of the database: more deliveries, the receivers of attempts, and to store outcomes. */
export type Work = 'claim' | 'attempt' | 'settle'

/** `gathering`: waits a moment so that more is done with one commit. `waiting`: failed, and waits for its retry. */
interface Activity {
  phase: 'idle' | 'gathering' | 'active' | 'waiting'
  /** In a row. */
  failures: number
}

export interface DispatcherState {
  isStopping: boolean
  /** Deliveries may be due that no lane holds. */
  isClaimWanted: boolean
  claim: Activity
  /** Attempts run side by side in their lanes: this one is `idle` or `waiting`. */
  attempt: Activity
  settle: Activity
  /** Outcomes that are not stored yet, oldest first. */
  outcomes: readonly Delivered[]
  /** Outcomes that are being stored. */
  batch: readonly Delivered[]
}

export type DispatcherEvent =
  /** Something may be due: a NOTIFY, the time of a retry, a webhook that was resumed. */
  | { type: 'woken' }
  /** A lane that may have more in the queue runs low. */
  | { type: 'lanes_low' }
  | { type: 'gathered'; work: 'claim' | 'settle' }
  | { type: 'claimed' }
  | { type: 'attempted'; outcome: Delivered }
  /** A delivery was not sent: its webhook is paused, deleted or cannot be used. */
  | { type: 'skipped' }
  | { type: 'settled' }
  /** `chance`: random, from 0 to 1. */
  | { type: 'failed'; work: Work; error: unknown; chance: number }
  | { type: 'retry_due'; work: Work }
  | { type: 'stopped' }

export type Effect =
  /** Starts the attempts that the lanes allow. */
  | { type: 'start' }
  | { type: 'gather'; work: 'claim' | 'settle' }
  /** `isRetry`: the claim before it failed, and may have leased deliveries although its answer was lost. */
  | { type: 'claim'; isRetry: boolean }
  /** Stores the outcomes, and pauses the webhooks that are gone. */
  | { type: 'settle'; batch: readonly Delivered[]; gone: readonly string[] }
  /** The receiver wants no more: what waits for it is not sent. */
  | { type: 'stop_lane'; webhookId: string }
  | { type: 'wake_at'; time: Date }
  | { type: 'retry'; work: Work; delayMs: number }

type Step = readonly [DispatcherState, readonly Effect[]]

const idle: Activity = { phase: 'idle', failures: 0 }

export const initialState: DispatcherState = {
  isStopping: false,
  isClaimWanted: false,
  claim: idle,
  attempt: idle,
  settle: idle,
  outcomes: [],
  batch: [],
}

function fail(state: DispatcherState, { work, error, chance }: Extract<DispatcherEvent, { type: 'failed' }>): Step {
  // Of many attempts that fail together, one counts.
  if (state[work].phase === 'waiting') return [state, []]
  if (state.isStopping) {
    // Outcomes that cannot be stored now are given up: their leases end, and the deliveries are attempted again.
    const next = { ...state, [work]: idle }
    return [work === 'settle' ? { ...next, batch: [], outcomes: [] } : next, []]
  }
  const failures = state[work].failures + 1
  const delayMs = retryDelayMs(error, { failures, chance })
  const waiting: Activity = { phase: 'waiting', failures }
  const next = { ...state, [work]: waiting }
  const effects = [{ type: 'retry', work, delayMs }] as const
  if (work === 'settle') return [{ ...next, outcomes: [...state.batch, ...state.outcomes], batch: [] }, effects]
  // After a failed attempt a claim finds out whether the database is away: then nothing starts until a claim succeeds.
  return [{ ...next, isClaimWanted: true }, effects]
}

/** An attempt that began before the outage ends none of the waits that follow from it. */
const reached = (attempt: Activity): Activity => (attempt.phase === 'waiting' ? attempt : idle)

function settled(state: DispatcherState): Step {
  const times = state.batch.flatMap(({ settled: { attempt } }) => attempt.nextAttemptAt ?? [])
  const effects = times.map((time): Effect => ({ type: 'wake_at', time }))
  return [{ ...state, settle: idle, batch: [] }, effects]
}

function gathered(state: DispatcherState, work: 'claim' | 'settle'): Step {
  if (work === 'claim') {
    if (state.isStopping) return [{ ...state, claim: idle }, []]
    const { failures } = state.claim
    const claiming: DispatcherState = { ...state, claim: { phase: 'active', failures }, isClaimWanted: false }
    return [claiming, [{ type: 'claim', isRetry: failures > 0 }]]
  }
  const batch = state.outcomes.slice(0, MAX_BATCH)
  const gone = [...new Set(batch.filter(({ isGone }) => isGone).map(({ settled: { webhookId } }) => webhookId))]
  const next: DispatcherState = {
    ...state,
    settle: { ...state.settle, phase: 'active' },
    outcomes: state.outcomes.slice(MAX_BATCH),
    batch,
  }
  return [next, [{ type: 'settle', batch, gone }]]
}

/** What happened. */
function apply(state: DispatcherState, event: DispatcherEvent): Step {
  switch (event.type) {
    case 'woken':
    case 'lanes_low':
      return [{ ...state, isClaimWanted: true }, []]
    case 'gathered':
      return gathered(state, event.work)
    case 'claimed':
      return [{ ...state, claim: idle }, []]
    case 'attempted': {
      const { outcome } = event
      const next = { ...state, attempt: reached(state.attempt), outcomes: [...state.outcomes, outcome] }
      return [next, outcome.isGone ? [{ type: 'stop_lane', webhookId: outcome.settled.webhookId }] : []]
    }
    case 'skipped':
      return [{ ...state, attempt: reached(state.attempt) }, []]
    case 'settled':
      return settled(state)
    case 'failed':
      return fail(state, event)
    case 'retry_due':
      return [{ ...state, [event.work]: { ...state[event.work], phase: 'idle' } }, []]
    case 'stopped': {
      // What waits for its retry is tried once more.
      const settle: Activity = state.settle.phase === 'waiting' ? { ...state.settle, phase: 'idle' } : state.settle
      const claim: Activity = state.claim.phase === 'waiting' ? idle : state.claim
      return [{ ...state, isStopping: true, settle, claim }, []]
    }
  }
}

/** What follows from where things are, whatever happened. */
function advance(state: DispatcherState): Step {
  const effects: Effect[] = []
  let next = state
  const { claim, attempt, settle, outcomes, batch, isStopping } = state
  const isFull = outcomes.length + batch.length >= MAX_UNSETTLED
  // While the last claim failed, the next claim alone finds out whether the database is back.
  if (!isStopping && claim.failures === 0 && attempt.phase === 'idle' && !isFull) effects.push({ type: 'start' })
  const isRetry = claim.failures > 0
  if (!isStopping && claim.phase === 'idle' && (state.isClaimWanted || isRetry)) {
    next = { ...next, claim: { ...claim, phase: 'gathering' } }
    effects.push({ type: 'gather', work: 'claim' })
  }
  if (settle.phase === 'idle' && outcomes.length > 0) {
    next = { ...next, settle: { ...settle, phase: 'gathering' } }
    effects.push({ type: 'gather', work: 'settle' })
  }
  return [next, effects]
}

/** The dispatcher as a table: what it does next, without clocks, timers, randomness or a database. */
export function next(state: DispatcherState, event: DispatcherEvent): Step {
  const [applied, first] = apply(state, event)
  const [advanced, then] = advance(applied)
  return [advanced, [...first, ...then]]
}

/** Whether a dispatcher that stops waits for the database no more. */
export function isQuiet({ claim, settle, outcomes, batch }: DispatcherState): boolean {
  const isBusy = claim.phase === 'gathering' || claim.phase === 'active' || settle.phase !== 'idle'
  return !isBusy && outcomes.length + batch.length === 0
}
