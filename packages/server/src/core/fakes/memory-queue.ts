import type { JobName, Jobs, Queue } from '#core/ports/queue.ts'

export type SentJob = { [Name in JobName]: { name: Name; job: Jobs[Name] } }[JobName]

export interface MemoryQueue {
  /** Jobs that were sent and not yet taken; change it at will. */
  jobs: SentJob[]
  /** A queue whose jobs are sent at once: also those of a transaction that fails later. */
  queue: Queue
}

function sentJob(job: Jobs[JobName]): SentJob {
  if ('actionId' in job) return { name: 'find-deleted', job }
  if ('triggerId' in job) return { name: 'tend-trigger', job }
  if ('importId' in job) return { name: 'import-file', job }
  if ('batchId' in job) return { name: 'render-batch', job }
  return 'fromN' in job ? { name: 'process-chunk', job } : { name: 'plan-run', job }
}

/** A queue that keeps its jobs for the test to take. A transaction that is rolled back has to take its jobs back itself. */
export function createMemoryQueue(): MemoryQueue {
  const jobs: SentJob[] = []
  return {
    jobs,
    queue: {
      async send(_name, sent) {
        jobs.push(...sent.map(sentJob))
      },
    },
  }
}
