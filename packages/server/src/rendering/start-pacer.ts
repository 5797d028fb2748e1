import { backoffMs } from '#core/backoff.ts'

/** While other processes work there is no hurry, and they need the memory. */
const backoff = { alone: { firstMs: 250, maxMs: 5000 }, beside: { firstMs: 1000, maxMs: 30_000 } }

/** After a start that failed, processes are tried one by one, with growing pauses. */
export interface StartPacer {
  /** @returns how many starts in a row have failed */
  failed(isAlone: boolean): number
  succeeded(): void
  /** Whether another process may be started beside those that are starting; if a pause forbids it, `retry` follows it. */
  mayStart(starting: number): boolean
  end(): void
}

export function createStartPacer(retry: () => void): StartPacer {
  let failures = 0
  let pauseEndsAtMs = 0
  let timer: NodeJS.Timeout | undefined
  return {
    failed(isAlone) {
      failures++
      const bounds = backoff[isAlone ? 'alone' : 'beside']
      pauseEndsAtMs = performance.now() + backoffMs({ failures, chance: Math.random(), ...bounds })
      return failures
    },
    succeeded() {
      failures = 0
    },
    mayStart(starting) {
      if (failures === 0) return true
      if (starting > 0) return false
      const waitMs = pauseEndsAtMs - performance.now()
      if (waitMs <= 0) return true
      clearTimeout(timer)
      timer = setTimeout(retry, waitMs)
      return false
    },
    end: () => clearTimeout(timer),
  }
}
