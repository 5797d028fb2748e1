import { scrubFiles } from '#core/image/scrub-files.ts'
import { startLoop } from '#core/loop.ts'
import type { World } from '#core/ports/world.ts'
import type { Log } from '#telemetry/log.ts'

/** More often than a page is due, so that one process alone misses none. */
const LOOK_EVERY_MS = 20_000

/** Checks stored files in the background, page by page. @returns what ends it */
export function startScrub({ world, log }: { world: World; log: Log }, everyDays: number): () => Promise<void> {
  if (everyDays === 0) return async () => {}
  const stop = new AbortController()
  const loop = startLoop({ ...world, log }, () => scrubFiles(world, { everyDays, signal: stop.signal }), {
    everyMs: LOOK_EVERY_MS,
    afterMs: LOOK_EVERY_MS,
    failure: 'The background check of stored files could not continue; it retries the same page',
  })
  return async () => {
    const stopped = loop.stop()
    stop.abort()
    await stopped
  }
}
