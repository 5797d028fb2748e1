import { connection } from '#dashboard/api/connection.ts'
import type { Frame } from './engine.ts'

/** A file that failed is asked for again: soon, then ever more rarely, and as soon as the server is back. */
const RETRY_MS = 4000
const MAX_RETRY_MS = 60_000

/** Lays out again until every picture and font is there. */
export class Retries {
  readonly #again: () => void
  readonly #unsubscribe: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #ms = RETRY_MS

  constructor(again: () => void) {
    this.#again = again
    let { server } = connection.get()
    this.#unsubscribe = connection.subscribe(() => {
      const isBack = server !== 'reached' && connection.get().server === 'reached'
      server = connection.get().server
      if (isBack && this.#timer !== undefined) this.#run(RETRY_MS)
    })
  }

  hear({ hasFailedLoads }: Pick<Frame, 'hasFailedLoads'>): void {
    if (!hasFailedLoads) {
      this.stop()
      this.#ms = RETRY_MS
    } else this.#timer ??= setTimeout(() => this.#run(2 * this.#ms), this.#ms)
  }

  #run(nextMs: number): void {
    this.stop()
    this.#ms = Math.min(MAX_RETRY_MS, nextMs)
    this.#again()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  end(): void {
    this.stop()
    this.#unsubscribe()
  }
}
