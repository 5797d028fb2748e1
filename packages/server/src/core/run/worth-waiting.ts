import { type AppError, isRetryable } from '#core/errors.ts'
import type { Run } from './run.ts'

/** A table that does not answer holds up a run for so long. */
const giveUpAfterMs = 60 * 60_000

/** Whether what a run depends on may come back: then the run waits for it, and nothing of it fails. */
export function isWorthWaiting(error: AppError, run: Run, now: Date): boolean {
  const tryingForMs = now.getTime() - (run.activatedAt ?? run.createdAt).getTime()
  return isRetryable(error) && tryingForMs < giveUpAfterMs
}
