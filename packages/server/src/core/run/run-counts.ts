import type { RunCounts } from './run.ts'

/** Records of a run still to be done. */
export function pendingOf(counts: RunCounts): number {
  return counts.total - counts.rendered - counts.skipped - counts.failed - counts.cancelled
}
