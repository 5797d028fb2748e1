/** Short steps before everything else has its turn. */
const MAX_STEPS = 8

/** Lets everything else have its turn: one thread serves all requests. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Does work that consists of short steps, and lets everything else have its turn in between. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let taken = 1; ; taken++) {
    const step = steps.next()
    if (step.done) return step.value
    if (taken % MAX_STEPS === 0) await nextTurn()
  }
}
