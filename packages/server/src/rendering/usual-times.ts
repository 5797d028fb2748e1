import type { Rendered } from './messages.ts'

/** A first render that takes longer is mostly work that the next one has as well. */
const MAX_FIRST_MS = 2000

/**
 * Renders, and has reports tell what the next render takes: the first of a process also loads fonts and compiles, so it is
 * rendered twice, and the times of the second are told. Estimates of runs are made of them.
 */
export function tellUsualTimes(nowMs: () => number = () => performance.now()) {
  let isFirst = true
  return async (render: () => Promise<Rendered>): Promise<Rendered> => {
    const startedAtMs = nowMs()
    const made = await render()
    const isQuick = nowMs() - startedAtMs <= MAX_FIRST_MS
    const { report } = isFirst && isQuick ? await render() : made
    isFirst = false
    return { ...made, report }
  }
}
