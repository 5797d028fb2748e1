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

/**
 * Runs every part as often as it takes; what several of them wait for is loaded at once. When `isLate` says that it takes too
 * long, the rest runs a last time.
 */
export async function untilReady(
  parts: readonly ((isLast: boolean) => void)[],
  isLate: (work: Promise<unknown>) => Promise<boolean> = async (work) => {
    await work
    return false
  },
): Promise<void> {
  let left = parts
  let isLast = false
  while (left.length > 0) {
    const waiting: { part: (isLast: boolean) => void; ready: Promise<unknown> }[] = []
    for (const part of left) {
      try {
        part(isLast)
      } catch (error) {
        if (!(error instanceof Pending)) throw error
        waiting.push({ part, ready: error.ready })
      }
    }
    isLast = await isLate(Promise.all(waiting.map(({ ready }) => ready)))
    left = waiting.map(({ part }) => part)
  }
}

/** What is loaded when it is first asked for: throws a Pending until it is there. A failure is forgotten once it was told. */
export function lazily<Value>(load: () => Promise<Value>): () => Value {
  let found: { readonly value: Value } | undefined
  let failure: { readonly error: unknown } | undefined
  let loading: Promise<void> | undefined
  async function begin(): Promise<void> {
    try {
      found = { value: await load() }
    } catch (error) {
      failure = { error }
    } finally {
      loading = undefined
    }
  }
  return () => {
    if (found) return found.value
    if (failure) {
      const { error } = failure
      failure = undefined
      throw error
    }
    loading ??= begin()
    throw new Pending(loading)
  }
}
