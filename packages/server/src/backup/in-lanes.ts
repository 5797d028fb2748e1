/** Does `work` with each item, some side by side. The first failure ends it, once those under way have ended. */
export async function inLanes<Item>(
  items: AsyncIterable<Item>,
  lanes: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  const failures: unknown[] = []
  const lane = async () => {
    try {
      while (failures.length === 0) {
        const { value, done } = await iterator.next()
        if (done === true) return
        await work(value)
      }
    } catch (error) {
      failures.push(error)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await iterator.return?.()
  if (failures.length > 0) throw failures[0]
}
