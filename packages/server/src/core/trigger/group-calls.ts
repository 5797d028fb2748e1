interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Bounds how long one batch holds its locks. */
const MAX_BATCH = 500

/**
 * `groupCalls()` works on one batch per key at a time: items that arrive during a batch form the next one, so that a burst shares
 * its commits.
 * @param work gives one result per item, in their order
 */
export function groupCalls<Item, Result>(
  work: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const waiting = new Map<string, Waiting<Item, Result>[]>()

  async function workOn(key: string, calls: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(
        key,
        calls.map(({ item }) => item),
      )
      for (const [index, result] of results.entries()) calls[index]?.resolve(result)
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  async function drain(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) await workOn(key, queue.splice(0, MAX_BATCH))
    waiting.delete(key)
  }

  return (key, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const queue = waiting.get(key)
    if (queue !== undefined) queue.push({ item, resolve, reject })
    else {
      const first = [{ item, resolve, reject }]
      waiting.set(key, first)
      void drain(key, first)
    }
    return promise
  }
}
