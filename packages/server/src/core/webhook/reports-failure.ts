import type { EventFact } from './build-body.ts'

/** Whether something failed: an image, a run as a whole, or some of the records of a run or items of a batch. */
export function reportsFailure({ event, counts, batch }: Pick<EventFact, 'event' | 'counts' | 'batch'>): boolean {
  return event === 'image.failed' || event === 'run.failed' || (counts?.failed ?? 0) > 0 || (batch?.failed ?? 0) > 0
}
