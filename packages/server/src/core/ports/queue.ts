/** Every job there is, with what it carries. */
export interface Jobs {
  /** `isRecovered`: the jobs of the records listed so far are lost. `isWriteChecked`: whether results can be written is known. */
  'plan-run': { runId: string; isRecovered?: boolean | undefined; isWriteChecked?: boolean | undefined }
  /** Records `fromN` (included) to `toN` (excluded) of the run. */
  'process-chunk': { runId: string; fromN: number; toN: number }
  /** Items `fromN` (included) to `toN` (excluded) of the batch. `turn`: this many jobs of each other batch go first. */
  'render-batch': { batchId: string; fromN: number; toN: number; turn?: number | undefined }
  'import-file': { importId: string }
  'tend-trigger': { triggerId: string }
  /**
   * `listedBy`: the run that listed all records of the action. `confirmedAt`: those that were held by then are deleted indeed.
   * `isRecheck`: the table is asked once more for those that were missing.
   */
  'find-deleted': {
    actionId: string
    listedBy?: string | undefined
    confirmedAt?: string | undefined
    isRecheck?: boolean | undefined
  }
}

export type JobName = keyof Jobs

export interface SendOptions {
  /** Not before; some seconds later at most. */
  startAfter?: Date
  /** This many jobs of each other list go before the first one, and one more before each next: short work never waits for all of long work. */
  givesWay?: number
}

/** Jobs sent through a transaction's `Data` become visible when it commits, and never when it does not. */
export interface Queue {
  send<Name extends JobName>(name: Name, jobs: readonly Jobs[Name][], options?: SendOptions): Promise<void>
}

/** What works a job off. `signal` aborts when the process stops: the job then goes on elsewhere or later. */
export type JobHandlers = { [Name in JobName]: (job: Jobs[Name], signal: AbortSignal) => Promise<void> }
