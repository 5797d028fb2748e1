/** Does work: at most as many at the same time, the others in the order in which they were asked for. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** For work that takes much memory, or a connection that other work needs. */
export function fewAtOnce(limit: number): Turns {
  const waiting: (() => void)[] = []
  let places = limit
  return async (work) => {
    if (places > 0) places--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Its place is for the next one.
      const next = waiting.shift()
      if (next) next()
      else places++
    }
  }
}
