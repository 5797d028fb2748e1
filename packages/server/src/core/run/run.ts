import type { Failure } from '@pictable/model/failure'
import type { OutputState } from '@pictable/model/output'
import type { RunOutcome, RunRecordState, RunState, Status, WarningCode } from '@pictable/model/run'
import type { FailureGroup } from './failure-group.ts'
import type { Fields } from './map-record.ts'

/** What a trigger may ask for. */
export interface Trigger {
  /** null = the whole view */
  recordIds: readonly string[] | null
  /** Also records whose fingerprint has not changed. */
  force: boolean
  limit: number | null
  metadata: Readonly<Record<string, unknown>> | null
}

/** Who or what asked for a run: an API key, a user, a trigger by its kind. */
export interface StartedBy {
  /** `api_key`, `user`, `retry` (by either), or the kind of the trigger. */
  kind: string
  /** Of the key, the user or the trigger. */
  id: string
}

/** Why a run does not get on at present. */
export interface Wait extends Failure {
  /** ISO 8601; absent when nobody knows. */
  until?: string
  /** ISO 8601: when a try failed for the first time since it last got on. */
  since?: string
}

export type WarningCounts = Readonly<Partial<Record<WarningCode, number>>>

/** Records by what became of one output; a state that none has may be missing. */
export type OutputCounts = Readonly<Partial<Record<OutputState, number>>>

/** total = rendered + skipped + failed + cancelled + pending */
export interface RunCounts {
  total: number
  rendered: number
  skipped: number
  failed: number
  cancelled: number
  writtenBack: number
}

export interface Run extends Trigger, RunCounts {
  id: string
  actionId: string
  state: RunState
  /** Unnamed receivers of its events. */
  webhookIds: readonly string[]
  /** The run whose failed or cancelled records this one is over. */
  retryOf: string | null
  /** Of those that it serves, the last; null when it was Pictable itself. */
  startedBy: StartedBy | null
  /** Set when the run becomes active: every record of a run is made from one version. */
  templateVersion: number | null
  /** The same for every template of the action, by its id. */
  templateVersions: Readonly<Record<string, number>>
  /** Where the listing of the source goes on after a crash. */
  cursor: string | null
  error: Failure | null
  /** What it could not go on for at its last try; null as soon as it gets on. */
  waitingFor: Wait | null
  /** Of the images that it made: how many have each. */
  warnings: WarningCounts
  /** What someone should check about the run as a whole, in words for people. */
  notices: readonly string[]
  /** Its failed records by reason. */
  failureGroups: Readonly<Record<string, FailureGroup>>
  /** By output, where the action has several: what became of the records that were processed. */
  outputs: Readonly<Record<string, OutputCounts>>
  /** In the order of the action when the run became active. */
  outputNames: readonly string[]
  createdAt: Date
  /** Active since; a waiting run has none. */
  activatedAt: Date | null
  /** The first page of records was read. */
  startedAt: Date | null
  /** The last page was read: `total` is final. */
  plannedAt: Date | null
  finishedAt: Date | null
}

/** What a run is given of its action when it becomes active. */
export type Pinned = Pick<Run, 'templateVersions' | 'outputNames'> & { templateVersion: number }

/** Whether a run starts now, with the published versions of its templates, or waits for the active one. */
type Entrance = ({ state: 'active' } & Partial<Pinned> & Pick<Pinned, 'templateVersion'>) | { state: 'waiting' }

/** `newRun()` is a run that has done nothing yet. */
export function newRun(
  asked: Trigger & Pick<Run, 'id' | 'actionId' | 'webhookIds' | 'retryOf' | 'startedBy' | 'createdAt'>,
  entrance: Entrance,
): Run {
  const { id, actionId, recordIds, force, limit, metadata, webhookIds, retryOf, startedBy, createdAt } = asked
  const isActive = entrance.state === 'active'
  return {
    ...{ id, actionId, recordIds, force, limit, metadata, webhookIds, retryOf, startedBy, createdAt },
    ...{ total: 0, rendered: 0, skipped: 0, failed: 0, cancelled: 0, writtenBack: 0 },
    state: entrance.state,
    templateVersion: isActive ? entrance.templateVersion : null,
    templateVersions: (isActive && entrance.templateVersions) || {},
    outputNames: (isActive && entrance.outputNames) || [],
    activatedAt: isActive ? createdAt : null,
    cursor: null,
    error: null,
    waitingFor: null,
    warnings: {},
    notices: [],
    failureGroups: {},
    outputs: {},
    startedAt: null,
    plannedAt: null,
    finishedAt: null,
  }
}

/** A run without the records that it names: reading these takes longer the more there are. */
export type BareRun = Omit<Run, 'recordIds'> & {
  /** It names none: it renders the whole view. */
  isWhole: boolean
}

/** null while the run has not ended. */
export function outcomeOf({ state, rendered, skipped, failed }: Pick<Run, 'state'> & RunCounts): RunOutcome | null {
  if (state === 'waiting' || state === 'active') return null
  if (state !== 'completed' || failed === 0) return state
  return rendered + skipped === 0 ? 'failed' : 'completed_with_failures'
}

/** What the id of a record begins with once the record was erased. */
export const erasedIdPrefix = 'erased:'

/** What became of one output of a record. */
export interface OutputOutcome {
  name: string
  state: OutputState
  imageId: string | null
  reason: Failure | null
  writtenBack: boolean
}

export interface RunRecord {
  runId: string
  /** Place in the run, from 0. */
  n: number
  recordId: string
  /** What people know the record by: its primary field. */
  label: string
  state: RunRecordState
  /** Why it failed, or why it was skipped although nobody has looked whether it changed. */
  reason: Failure | null
  /** Of the first output that has one. */
  imageId: string | null
  /** By output, where the action has several. */
  outputs: readonly OutputOutcome[]
  /** What the report of its image warns of. */
  warnings: readonly WarningCode[]
  writtenBack: boolean
  finishedAt: Date | null
}

/** A record still to be done, with the fields it was listed with. */
export interface PendingRecord {
  n: number
  recordId: string
  label: string
  fields: Fields
  /** The fields of its images whose cells were emptied, by id. */
  emptied: readonly string[]
}

/** The status of an action, derived from its active run. */
export function statusOf(activeRun: Pick<Run, 'startedAt'> | null): Status {
  if (activeRun === null) return null
  return activeRun.startedAt === null ? 'Starting' : 'Started'
}
