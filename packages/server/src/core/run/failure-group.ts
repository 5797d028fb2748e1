import type { Failure } from '@pictable/model/failure'
import { shortened } from '#core/words.ts'
import { nameOf } from './reason.ts'
import type { Run, RunCounts } from './run.ts'

/** Records of a run that failed for one reason. */
export interface FailureGroup {
  code: string
  /** The reason without the name of a record, as one of them has it. */
  message: string
  records: number
}

/** Of a run, by key: the most of them that are counted apart. The rest share `OTHER_GROUP`. */
export const MAX_GROUPS = 20

/** The key of what is not counted apart. */
export const OTHER_GROUP = ''

const maxKeyLength = 200
const maxMessageLength = 300

/** What differs between records that fail for one reason: values in quotes, URLs, ids, sizes. */
const details: readonly RegExp[] = [
  /(?<!(?:layer|font|value of|view|table|output) )"[^"]*"/g,
  /\bhttps?:\/\/[^\s)"]+/g,
  /\b[a-z]{2,4}_[0-9a-z]{8,}\b/g,
  /(?<![\w.,])\d[\d.,]*(?:\s*[×x]\s*\d[\d.,]*)?(?=\s*(?:bytes?|[kKMG]i?B|px|pixels|million|seconds?|ms)\b)/g,
]

/** A reason without the record that it names, and a key that is equal for equal reasons. */
export function groupOf(
  { code, message }: Failure,
  record: { recordId: string; label: string },
): { key: string; message: string } {
  const name = `Record ${nameOf(record)}: `
  const summary = message.startsWith(name) ? message.slice(name.length) : message
  const masked = details.reduce((text, pattern) => text.replace(pattern, '…'), summary)
  return { key: shortened(`${code}: ${masked}`, maxKeyLength), message: shortened(summary, maxMessageLength) }
}

type Progress = Pick<RunCounts, 'rendered' | 'skipped' | 'failed'> & Pick<Run, 'failureGroups' | 'outputs'>

/** A record that failed may have images of some of its outputs. */
function isAnyMade({ rendered, skipped, outputs }: Pick<Progress, 'rendered' | 'skipped' | 'outputs'>): boolean {
  return [{ rendered, skipped }, ...Object.values(outputs)].some(
    (made) => (made.rendered ?? 0) + (made.skipped ?? 0) > 0,
  )
}

/** What the reason of a run begins with that stopped because its first records failed: it quotes the reason of one. */
export const STOPPED_BY_FIRST = 'The first '

/** What is left of it once a record of the run was erased. */
export const STOPPED_AND_ERASED = `${STOPPED_BY_FIRST}records failed for the same reason.`

const QUOTING = ' records failed for the same reason, so the rest were cancelled: '

/** The whole reason in JSON, as a regular expression of the database. */
export const STOPPED_BY_FIRST_PATTERN = `"${STOPPED_BY_FIRST}[0-9]+${QUOTING}(?:[^"\\\\]|\\\\.)*"`

/**
 * Why a run has to stop: as many of its records failed as the action allows, all for one reason, and no image came out well.
 * Records that other workers finish at the same time count as they are flushed, so the order of the table decides only
 * within a chunk. @returns null when the run goes on
 */
export function stopReason(stopAfterFailures: number | null, progress: Progress): Failure | null {
  const { failed, failureGroups } = progress
  if (stopAfterFailures === null || failed < stopAfterFailures || isAnyMade(progress)) return null
  const [[key, group] = [OTHER_GROUP, null], ...others] = Object.entries(failureGroups)
  if (group === null || key === OTHER_GROUP || others.length > 0 || group.records !== failed) return null
  return {
    code: group.code,
    message: `${STOPPED_BY_FIRST}${failed}${QUOTING}${group.message}`,
  }
}

/** How many records are tried before all others of a chunk: whether the run goes on depends on them. 0: none in particular. */
export function trialSize(stopAfterFailures: number | null, progress: Omit<Progress, 'failureGroups'>): number {
  if (stopAfterFailures === null || isAnyMade(progress)) return 0
  return Math.max(0, stopAfterFailures - progress.failed)
}
