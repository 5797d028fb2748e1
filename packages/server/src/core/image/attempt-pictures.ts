import type { RenderJob } from '#core/ports/renderer.ts'
import { MAX_ATTEMPTS, type Retrier, waitBackoff } from '#core/run/attempt.ts'
import { PictureError } from './picture-error.ts'

/** Of the images that a job renders. */
export const MAX_PICTURE_RETRIES = 20
const MAX_WAIT_MS = 15_000

type Load = NonNullable<RenderJob['load']>
/** Has failures of a way to pictures noted. */
export type Noting = (load?: Load) => Load

export interface PictureRetrier extends Retrier {
  /** So many more waits for pictures whose host fails for a moment: one that is down must not hold up everything. */
  pictureRetries: number
}

function notingIn(failures: PictureError[]): Noting {
  return (load = (src, signal, next) => next(src, signal)) =>
    async (src, signal, next) => {
      try {
        return await load(src, signal, next)
      } catch (error) {
        if (error instanceof PictureError && error.isBrief) failures.push(error)
        throw error
      }
    }
}

/**
 * Renders, again when the host of a picture fails for a moment: also then a template may have made do without it.
 * @param render gives its jobs a `load` that is noted
 * @param isFinal whether something else has failed that no retry helps
 */
export async function attemptPictures<Result>(
  render: (noting: Noting) => Promise<Result>,
  retrier: PictureRetrier,
  isFinal: () => boolean = () => false,
): Promise<Result> {
  for (let failures = 1; ; failures++) {
    const brief: PictureError[] = []
    const [outcome] = await Promise.allSettled([render(notingIn(brief))])
    const failure = brief.at(-1)
    const mayRetry = failures < MAX_ATTEMPTS && retrier.pictureRetries > 0 && !retrier.signal.aborted
    if (failure !== undefined && mayRetry && !isFinal()) {
      retrier.pictureRetries--
      await waitBackoff(retrier, { failures, retryAfterMs: failure.retryAfterMs, maxMs: MAX_WAIT_MS })
      continue
    }
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
}
