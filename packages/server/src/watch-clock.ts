import type { Clock } from '#core/ports/clock.ts'
import type { Log } from '#telemetry/log.ts'

const lookEveryMs = 1000
/** By less, clocks are set all the time. */
const noticedMs = 1000

/** Sees when the clock is put back, and has what waits by it bound to what it was given. @returns what ends it */
export function watchClock(
  { clock, log }: { clock: Clock; log: Pick<Log, 'warn'> },
  recall: () => Promise<unknown>,
  { everyMs = lookEveryMs } = {},
): () => Promise<void> {
  const aheadMs = () => clock.now().getTime() - performance.now()
  let wasAheadMs = aheadMs()
  let isOwed = false
  const look = async () => {
    const isAheadMs = aheadMs()
    isOwed ||= isAheadMs < wasAheadMs - noticedMs
    wasAheadMs = isAheadMs
    if (!isOwed) return
    isOwed = false
    await recall().catch((error) => {
      // The next look is the retry.
      isOwed = true
      log.warn({ error }, 'The clock was put back, and what waits by it could not be told')
    })
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return async () => clearInterval(timer)
}
