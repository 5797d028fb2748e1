import type { Failure } from '@pictable/model/failure'
import type { CountAccuracy } from '@pictable/model/image'
import type { RunOutcome, RunRecordState, WarningCode } from '@pictable/model/run'
import type { Image, ImageFile, MadeImage } from '#core/image/image.ts'
import type { NamedRecords } from '#core/output/file-name-notices.ts'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { WaitingCalls } from '#core/ports/data/waiting-calls.ts'
import type { BareRun, OutputOutcome, PendingRecord, Run, RunCounts, RunRecord } from '#core/run/run.ts'

/** A record just listed, the name people know it by, and which cells of its images were emptied. */
export type PlannedRecord = Pick<PendingRecord, 'fields' | 'label' | 'emptied'> & { id: string }

/** How one record of a run ended. */
export interface RecordOutcome {
  n: number
  recordId: string
  state: 'rendered' | 'skipped' | 'failed'
  fingerprint: string | null
  imageId: string | null
  writtenBack: boolean
  reason: Failure | null
  /** Of those that failed: what they count as. */
  group?: { key: string; message: string }
  /** What the report of its image warns of; absent when there is nothing. */
  warnings?: readonly WarningCode[]
  /** By output, where the action has several. */
  outputs?: readonly OutputOutcome[]
}

/** Where a run stands after a flush, and the places of the records that it finished. */
export type RunProgress = RunCounts &
  Pick<Run, 'state' | 'plannedAt' | 'failureGroups' | 'outputs'> & { finished: readonly number[] }

/** How far a run is, in few bytes: it is looked at several times a second. */
export type WatchedRun = RunCounts & Pick<Run, 'id' | 'actionId' | 'state' | 'startedAt'>

export interface RunData {
  /** With the records that it names, which may be a million: for who reads them all. */
  get(id: string): Promise<Run | null>
  getBare(id: string): Promise<BareRun | null>
  list(options: ListOptions & { actionId?: string; state?: Run['state']; outcome?: RunOutcome }): Promise<Listing<Run>>
  /** The newest runs and the newest active ones, as many of each, and those with these ids. */
  watched(limit: number, ids: readonly string[]): Promise<WatchedRun[]>
  /** By action: how many records its last completed run of all of them had. Actions without such a run are missing. */
  lastTotals(actionIds: readonly string[]): Promise<Map<string, number>>
  /** Active and waiting run of an action. */
  findOpen(actionId: string): Promise<{ active: BareRun | null; waiting: BareRun | null }>
  /** Records that joined a waiting run. They become its own when its state changes. */
  calls: WaitingCalls
  insert(run: Run): Promise<void>
  /** Holds the run's row until the transaction ends. */
  lock(id: string): Promise<BareRun | null>
  update(
    id: string,
    change: Partial<
      Pick<
        Run,
        | 'state'
        | 'recordIds'
        | 'force'
        | 'limit'
        | 'metadata'
        | 'webhookIds'
        | 'templateVersion'
        | 'templateVersions'
        | 'outputNames'
        | 'error'
        | 'startedBy'
        | 'waitingFor'
        | 'notices'
        | 'activatedAt'
        | 'plannedAt'
        | 'finishedAt'
      >
    >,
  ): Promise<void>

  /**
   * Adds a page of listed records: known record ids are ignored, the rest take the next places. Sets cursor and
   * `startedAt` (if unset), raises `total`; all in one statement or under the caller's transaction. Does nothing unless the run is active.
   * @returns the places taken: from (included) to (excluded)
   */
  addPage(
    id: string,
    page: { records: readonly PlannedRecord[]; cursor: string | null; at: Date },
  ): Promise<{ fromN: number; toN: number }>

  /** Records of places fromN to toN (excluded) that are still pending, in order; none unless the run is active. */
  pendingRecords(id: string, fromN: number, toN: number): Promise<PendingRecord[]>

  /**
   * Writes outcomes and counts in one go. Only records still pending change, so a repeated flush counts nothing twice;
   * the inputs of finished records are dropped.
   * @returns the run's progress afterwards
   */
  finishRecords(id: string, outcomes: readonly RecordOutcome[], at: Date): Promise<RunProgress>

  /** Forgets runs that ended before, with what became of their records; of each action the newest stays. */
  deleteEnded(before: Date): Promise<void>

  /** Turns all pending records into cancelled ones and counts them. */
  cancelPending(id: string, at: Date): Promise<void>

  /** In run order; with `warnings`, those that have this one, or any (`true`); with `failureGroup`, those that failed for it. */
  records(
    runId: string,
    options: ListOptions & { state?: RunRecordState; warnings?: WarningCode | 'true'; failureGroup?: string },
  ): Promise<Listing<RunRecord>>
  /**
   * How the files of the images are called that it made, of each record by the first of them; null when finding out takes
   * longer than a statement may.
   */
  namedRecords(runId: string): Promise<NamedRecords | null>
  /** Ids of the records that came out so, in run order. */
  recordIds(runId: string, state: 'failed' | 'cancelled'): Promise<string[]>
}

/** What was last made for an output of a record of an action: the changed-only check reads this. */
export interface Output {
  actionId: string
  recordId: string
  /** Its key. */
  output: string
  fingerprint: string
  imageId: string
  /**
   * The fields that tell of the image, by id. null when it could not be written into the table: then writing it is left to
   * do, and the event that it was made.
   */
  writtenTo: readonly string[] | null
}

export interface RecordCount {
  count: number
  /** False when there may be more. */
  isAll: boolean
}

export interface OutputData {
  /** By record id; of each record by output: those with these keys, or all. */
  find(
    actionId: string,
    recordIds: readonly string[],
    keys?: readonly string[],
  ): Promise<Map<string, ReadonlyMap<string, Output>>>
  /** How many records of the action have an image of one of these outputs, and of this template unless null. */
  countRecords(
    actionId: string,
    /** `mostRows`: of each table that are read. */
    of: { keys: readonly string[]; templateId: string | null; mostRows: number },
  ): Promise<RecordCount>
  /** At most `size` ids of these records, always the same ones, spread over the table. */
  sampleRecords(actionId: string, of: { keys: readonly string[]; size: number; mostRows: number }): Promise<string[]>
  upsert(outputs: readonly Output[]): Promise<void>
  /** No image of the action counts as written to any field any more. */
  forgetWritten(actionId: string): Promise<void>
  /** The action no longer has these outputs: `deleteGone` deletes them. In the transaction of the change. */
  noteGone(actionId: string, keys: readonly string[]): Promise<void>
  /** Deletes outputs that their actions no longer have. */
  deleteGone(): Promise<void>
  /** For an action that was deleted. */
  deleteOf(actionId: string): Promise<void>
  /** Deletes outputs that a crash left behind when their action was deleted. */
  deleteOfGoneActions(): Promise<void>
}

export interface ExpiryOptions {
  after: string
  /** Excluded; null looks at all. */
  endId: string | null
  limit: number
  /** Images from before may go. */
  createdBefore: Date | null
  /** Images may go whose record has so many newer ones of the action and the output. */
  perRecord: number | null
  /** The image that a record has now may not. */
  keepCurrent: boolean
}

/** Which images are meant: those that match all of it. */
export interface ImageFilter {
  actionId?: string
  runId?: string
  templateId?: string
  recordId?: string
  /** Name of the output. */
  output?: string
  /** Name of a layer that the request modified. */
  modifiedLayer?: string
  /** Made then or later. */
  createdFrom?: Date
  /** Made before then. */
  createdUntil?: Date
}

/** Counting reads a bounded part of the table. */
export interface ImageCount {
  count: number
  /** Size of their files, without thumbnails. */
  bytes: number
  /** `at_least`: more match. `estimate`: by the statistics of the database, because counting would read too much. */
  accuracy: CountAccuracy
}

export interface ImageData {
  get(id: string): Promise<Image | null>
  /** Of an image that has none; its bytes, which have been put, are dropped when it is not there any more. */
  addPreview(id: string, preview: ImageFile, at: Date): Promise<void>
  /** Ids that are already there are left as they are: a repeated flush inserts the same again. */
  insert(images: readonly Image[]): Promise<void>
  list(options: ListOptions & ImageFilter): Promise<Listing<Image>>
  /** How many match, and the size of their files. */
  count(filter: ImageFilter): Promise<ImageCount>
  /** Whether more images match, as far as 50,000 images tell. */
  isMoreThan(most: number, filter: ImageFilter): Promise<boolean>
  /** What people know the records of images by; without those that are of no record. */
  labels(ids: readonly string[]): Promise<Map<string, string>>
  getMany(ids: readonly string[]): Promise<Map<string, Image>>
  /** Those that a run made of these records, in a range of ids. */
  ofRun(
    runId: string,
    of: { recordIds: readonly string[]; fromId: string; untilId: string },
  ): Promise<Map<string, Image>>
  /** The same without their inputs: of any number of large ones. */
  getFiles(ids: readonly string[]): Promise<Map<string, MadeImage>>
  /**
   * The outputs that named them go too: the records' next images are new ones. The files are dropped.
   * @returns how many were there
   */
  delete(ids: readonly string[], at: Date): Promise<number>
  /** Looks at the next images in the order of their ids. @returns those that the rules let go, and where to go on */
  expired(options: ExpiryOptions): Promise<{ ids: string[]; next: string | null }>
}
