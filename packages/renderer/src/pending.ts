/**
 * Thrown where something is needed that has to be loaded first, by code that cannot wait: it is run again once `ready` has
 * settled.
 */
export class Pending extends Error {
  readonly ready: Promise<unknown>
  constructor(ready: Promise<unknown>) {
    super('is not loaded yet')
    this.name = 'Pending'
    this.ready = ready
  }
}

/** Runs every part as often as it takes; what several of them wait for is loaded at once. */
export async function untilReady(parts: readonly (() => void)[]): Promise<void> {
  let left = parts
  while (left.length > 0) {
    const waiting: { part: () => void; ready: Promise<unknown> }[] = []
    for (const part of left) {
      try {
        part()
      } catch (error) {
        if (!(error instanceof Pending)) throw error
        waiting.push({ part, ready: error.ready })
      }
    }
    await Promise.all(waiting.map(({ ready }) => ready))
    left = waiting.map(({ part }) => part)
  }
}
