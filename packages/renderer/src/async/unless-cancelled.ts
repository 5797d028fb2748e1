import { RenderError } from '#renderer/errors/render-error.ts'

/** Whatever goes wrong after the signal was given counts as cancelled. */
export async function unlessCancelled<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!signal.aborted) throw error
    throw new RenderError('cancelled', 'the render was cancelled', { cause: error })
  }
}
