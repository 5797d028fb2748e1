import { type AppError, isRetryable } from '#core/errors.ts'
import type { Run } from './run.ts'

/** A table that does not answer holds up a run for so long at a time. */
const giveUpAfterMs = 60 * 60_000

/** Whether what a run depends on may come back: then the run waits for it, and nothing of it fails. */
export function isWorthWaiting(error: AppError, { waitingFor }: Pick<Run, 'waitingFor'>, now: Date): boolean {
  const since = waitingFor?.since === undefined ? now : new Date(waitingFor.since)
  return isRetryable(error) && now.getTime() - since.getTime() < giveUpAfterMs
}
