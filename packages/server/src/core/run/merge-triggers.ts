import type { Trigger } from './run.ts'

type Options = Omit<Trigger, 'recordIds'>

/** How a waiting run renders what both name: the wider of each option, and the metadata of the last. */
export function mergeTriggers(first: Options, last: Options): Options {
  return {
    force: first.force || last.force,
    limit: first.limit === null || last.limit === null ? null : Math.max(first.limit, last.limit),
    metadata: last.metadata,
  }
}
