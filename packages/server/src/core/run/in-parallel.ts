/**
 * Does the work for each item, `atOnce` side by side, in order, as long as `goesOn` says. After a failure nothing more is begun.
 * @throws the first failure, once all that was begun has ended: a retry must not meet it
 */
export async function inParallel<Item>(
  items: readonly Item[],
  options: { atOnce: number; goesOn: () => boolean; work: (item: Item) => Promise<void> },
): Promise<void> {
  const rest = items.values()
  const failures: unknown[] = []
  const lane = async () => {
    for (const item of rest) {
      if (failures.length > 0 || !options.goesOn()) return
      await options.work(item).catch((error) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.atOnce, items.length) }, lane))
  if (failures.length > 0) throw failures[0]
}
