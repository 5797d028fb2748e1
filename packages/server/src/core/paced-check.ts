import { backoffMs } from './backoff.ts'

interface PacedCheckOptions {
  /** For this long a success needs no repetition. */
  goodForMs: number
  /** Between two attempts after failures. Default: none. */
  backoff?: { firstMs: number; maxMs: number }
  nowMs(): number
  /** Random, from 0 to 1. */
  chance(): number
}

/** `createPacedCheck()` asks once for all who want to know, and repeats a failure to those who come before its backoff ends. */
export function createPacedCheck(ask: () => Promise<void>, options: PacedCheckOptions): () => Promise<void> {
  const { goodForMs, backoff = { firstMs: 0, maxMs: 0 }, nowMs, chance } = options
  let last: Promise<void> = Promise.resolve()
  let dueAtMs = Number.NEGATIVE_INFINITY
  let failures = 0

  async function round(): Promise<void> {
    try {
      await ask()
      failures = 0
      dueAtMs = nowMs() + goodForMs
    } catch (error) {
      failures += 1
      dueAtMs = nowMs() + backoffMs({ failures, chance: chance(), ...backoff })
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
