/** Something that others wait at until the test lets them pass. */
export interface Gate {
  /** From now on everybody waits. */
  close(): void
  open(): void
  /** Resolves when somebody has come to the closed gate. */
  arrival(): Promise<void>
  pass(signal?: AbortSignal): Promise<void>
}

/** `createGate()` gives an open one. */
export function createGate(): Gate {
  let opened = Promise.withResolvers<void>()
  let arrived = Promise.withResolvers<void>()
  opened.resolve()
  return {
    close() {
      opened = Promise.withResolvers<void>()
      arrived = Promise.withResolvers<void>()
    },
    open: () => opened.resolve(),
    arrival: () => arrived.promise,
    async pass(signal) {
      arrived.resolve()
      const aborted = Promise.withResolvers<never>()
      const stop = () => aborted.reject(signal?.reason)
      signal?.addEventListener('abort', stop, { once: true })
      await Promise.race([opened.promise, aborted.promise]).finally(() => signal?.removeEventListener('abort', stop))
    },
  }
}
