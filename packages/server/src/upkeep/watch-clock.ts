import { type LoopWorld, startLoop } from '#core/loop.ts'
import type { Clock } from '#core/ports/clock.ts'

const lookEveryMs = 1000
/** By less, clocks are set all the time. */
const noticedMs = 1000

/** Sees when the clock is put back, and has the waits that it set shortened. @returns what ends it */
export function watchClock(
  world: LoopWorld & { clock: Clock },
  reclaim: () => Promise<unknown>,
  { everyMs = lookEveryMs } = {},
): () => Promise<void> {
  const aheadMs = () => world.clock.now().getTime() - performance.now()
  let wasAheadMs = aheadMs()
  let isOwed = false
  const look = async () => {
    const isAheadMs = aheadMs()
    isOwed ||= isAheadMs < wasAheadMs - noticedMs
    wasAheadMs = isAheadMs
    if (!isOwed) return
    await reclaim()
    isOwed = false
  }
  const failure = 'The clock was set back, and the waits based on it could not be shortened'
  return startLoop(world, look, { everyMs, afterMs: everyMs, failure }).stop
}
