import { retryAfterMs } from '#core/retry-after.ts'

const secondMs = 1000
const hourMs = 3600 * secondMs

/** Waits between attempts: n² seconds for n = 1 to 20, then hours; about three days in all. */
export const scheduleMs: readonly number[] = [
  ...Array.from({ length: 20 }, (_, index) => (index + 1) ** 2 * secondMs),
  ...[1, 3, 6, 12, 24, 24].map((hours) => hours * hourMs),
]

const jitter = 0.2

/** What came of one HTTP request: a status, or none when there was no answer. */
export interface AttemptOutcome {
  status: number | null
  /** The header as it came. */
  retryAfter?: string | undefined
}

/** `gone`: the receiver wants no more, ever. */
export type Next = { state: 'delivered' } | { state: 'gone' } | { state: 'failed' } | { state: 'retry'; waitMs: number }

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/**
 * What follows attempt number `n` (from 1). `chance`, from 0 to 1, moves the wait by up to 20 % either way. The wait
 * that a 429 or 503 asks for counts up to one hour, or twice the step when that is longer.
 */
export function nextAttempt(n: number, outcome: AttemptOutcome, { chance, now }: { chance: number; now: Date }): Next {
  const { status, retryAfter } = outcome
  if (isSuccess(status)) return { state: 'delivered' }
  if (status === 410) return { state: 'gone' }
  const step = scheduleMs[n - 1]
  if (step === undefined) return { state: 'failed' }
  const jittered = step * (1 - jitter + 2 * jitter * chance)
  const asked = status === 429 || status === 503 ? retryAfterMs(retryAfter, now) : 0
  const waitMs = Math.max(jittered, Math.min(asked, Math.max(hourMs, 2 * step)))
  return { state: 'retry', waitMs: Math.round(waitMs) }
}

const failingForMs = 5 * 24 * hourMs
const failingAttempts = 20

/** Whether nothing has arrived for so long, and so often, that the webhook is to rest. */
export function isDead(health: { failingSince: Date | null; failedAttempts: number }, now: Date): boolean {
  const { failingSince, failedAttempts } = health
  if (failingSince === null || failedAttempts < failingAttempts) return false
  return now.getTime() - failingSince.getTime() >= failingForMs
}
