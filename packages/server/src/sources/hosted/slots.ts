/** So many at once; who comes later waits for its turn. @returns what takes a slot, and gives back how to release it */
export function createSlots(count: number): () => Promise<() => void> {
  let free = count
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  return async () => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return release
  }
}
