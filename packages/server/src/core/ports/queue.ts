/** Every job there is, with what it carries. */
export interface Jobs {
  /** `isRecovered`: the jobs of the records listed so far are lost. */
  'plan-run': { runId: string; isRecovered?: boolean | undefined }
  /** Records `fromN` (included) to `toN` (excluded) of the run. */
  'process-chunk': { runId: string; fromN: number; toN: number }
  /** Items `fromN` (included) to `toN` (excluded) of the batch. */
  'render-batch': { batchId: string; fromN: number; toN: number }
  'tend-trigger': { triggerId: string }
}

export type JobName = keyof Jobs

export interface SendOptions {
  /** Not before; some seconds later at most. */
  startAfter?: Date
  /** The later a job is in the list, the more jobs of other lists go first: short work never waits for all of long work. */
  givesWay?: boolean
}

/** Jobs sent through a transaction's `Data` become visible when it commits, and never when it does not. */
export interface Queue {
  send<Name extends JobName>(name: Name, jobs: readonly Jobs[Name][], options?: SendOptions): Promise<void>
}

/** What works a job off. `signal` aborts when the process stops: the job then goes on elsewhere or later. */
export type JobHandlers = { [Name in JobName]: (job: Jobs[Name], signal: AbortSignal) => Promise<void> }
