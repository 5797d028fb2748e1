import { backoffMs } from './backoff.ts'

/** Readiness is asked often, by anyone, and every answer costs a write. */
const GOOD_FOR_MS = 10_000
/** A bucket that is back is found within this time. */
const MAX_BACKOFF_MS = 2000

interface PacedCheckOptions {
  nowMs(): number
  /** Random, from 0 to 1. */
  chance(): number
}

/** `createPacedCheck()` asks once for all who want to know, and repeats a failure to those who come before its backoff ends. */
export function createPacedCheck(ask: () => Promise<void>, { nowMs, chance }: PacedCheckOptions): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let dueAtMs = Number.NEGATIVE_INFINITY
  let failures = 0

  async function round(): Promise<void> {
    try {
      await ask()
      failures = 0
      dueAtMs = nowMs() + GOOD_FOR_MS
    } catch (error) {
      failures += 1
      dueAtMs = nowMs() + backoffMs({ failures, chance: chance(), firstMs: 250, maxMs: MAX_BACKOFF_MS })
      throw error
    }
  }

  return () => {
    if (nowMs() < dueAtMs) return last
    // Until the round under way has ended, everyone waits for it.
    dueAtMs = Number.POSITIVE_INFINITY
    last = round()
    return last
  }
}
