import { AppError } from '#core/errors.ts'
import { scrubFiles } from '#core/image/scrub-files.ts'
import type { World } from '#core/ports/world.ts'
import type { Log } from '#telemetry/log.ts'

/** More often than a page is due, so that one process alone misses none. */
const LOOK_EVERY_MS = 20_000

/** Checks stored files in the background, page by page. @returns what ends it */
export function startScrub({ world, log }: { world: World; log: Log }, everyDays: number): () => Promise<void> {
  if (everyDays === 0) return async () => {}
  const stop = new AbortController()
  let page = Promise.resolve()
  let isBusy = false

  async function checkPage(): Promise<void> {
    try {
      await scrubFiles(world, { everyDays, signal: stop.signal })
    } catch (error) {
      if (stop.signal.aborted) return
      const reason = error instanceof AppError ? error.message : error
      log.warn({ reason }, 'The background check of stored files could not continue; it retries the same page')
    }
  }

  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    page = checkPage().finally(() => {
      isBusy = false
    })
  }, LOOK_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stop.abort()
    await page
  }
}
