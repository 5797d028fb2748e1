import { backoffMs, isPermanent, MAX_BACKOFF_MS } from './backoff.ts'
import type { Recovery } from './ports/recovery.ts'

/** One probe for all loops of the process, so that it may be asked more often than each of them asks. */
const PROBE = { firstMs: 250, maxMs: 2000 }

interface RecoveryOptions {
  /** Asks for as little as the database can do. @throws while it cannot */
  probe: () => Promise<unknown>
  /** Random, from 0 to 1. */
  chance: () => number
}

/**
 * `createRecovery()` probes the database while retries wait, and brings them forward when a probe succeeds after one that
 * failed. A database that answers the first probe is not away: what failed there fails for another reason, and keeps its backoff.
 */
export function createRecovery({ probe, chance }: RecoveryOptions): Recovery {
  const waiting = new Set<() => void>()
  let isProbing = false

  async function run(): Promise<void> {
    for (let failures = 0; waiting.size > 0; ) {
      const failure = await probe().then(
        () => null,
        (error: unknown) => ({ error }),
      )
      if (failure === null) {
        isProbing = false
        if (failures > 0) for (const retry of [...waiting]) retry()
        return
      }
      failures += 1
      const delayMs = isPermanent(failure.error) ? MAX_BACKOFF_MS : backoffMs({ failures, chance: chance(), ...PROBE })
      await new Promise<void>((resolve) => void setTimeout(resolve, delayMs).unref())
    }
    isProbing = false
  }

  return {
    wait(delayMs, retry) {
      const cancel = () => {
        clearTimeout(timer)
        waiting.delete(once)
      }
      const once = () => {
        cancel()
        retry()
      }
      const timer = setTimeout(once, delayMs)
      timer.unref()
      waiting.add(once)
      if (!isProbing) {
        isProbing = true
        void run()
      }
      return cancel
    },
  }
}
