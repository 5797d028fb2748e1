/** Runs `work` over the items, at most `limit` at once; results keep the order. The first failure ends it. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>()
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results.set(index, await work(item))
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}
