/** Does the work for each item, so many at once, in order, as long as `goesOn` says. */
export async function inParallel<Item>(
  items: readonly Item[],
  options: { atOnce: number; goesOn: () => boolean; work: (item: Item) => Promise<void> },
): Promise<void> {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) {
      if (!options.goesOn()) return
      await options.work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.atOnce, items.length) }, lane))
}
