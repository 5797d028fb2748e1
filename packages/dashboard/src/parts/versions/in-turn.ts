/** Of the few requests that a browser sends at a time, others need some: the page is saved and published while pictures are drawn. */
const MOST = 2

let running = 0
const waiting: (() => void)[] = []

/** Does the work as soon as one of the turns is free. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < MOST) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
