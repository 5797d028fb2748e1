import type { Trigger } from './run.ts'

/** What a waiting run must do to serve both: the wider of each, and the metadata of the last. */
export function mergeTriggers(first: Trigger, last: Trigger): Trigger {
  return {
    recordIds:
      first.recordIds === null || last.recordIds === null
        ? null
        : [...new Set([...first.recordIds, ...last.recordIds])],
    force: first.force || last.force,
    limit: first.limit === null || last.limit === null ? null : Math.max(first.limit, last.limit),
    metadata: last.metadata,
  }
}
