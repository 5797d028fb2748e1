import type { JobName, Jobs, Queue } from '#core/ports/queue.ts'

export type SentJob = { [Name in JobName]: { name: Name; job: Jobs[Name] } }[JobName]

export interface MemoryQueue {
  /** Jobs that were sent and not yet taken; change it at will. */
  jobs: SentJob[]
  /** A queue whose jobs are sent at once: also those of a transaction that fails later. */
  queue: Queue
}

/** A queue that keeps its jobs for the test to take. A transaction that is rolled back has to take its jobs back itself. */
export function createMemoryQueue(): MemoryQueue {
  const jobs: SentJob[] = []
  const isPlan = (name: JobName, job: Jobs[JobName]): job is Jobs['plan-run'] => name === 'plan-run' && 'runId' in job
  return {
    jobs,
    queue: {
      async send(name, sent) {
        for (const job of sent) {
          if (isPlan(name, job)) jobs.push({ name: 'plan-run', job })
          else if ('fromN' in job) jobs.push({ name: 'process-chunk', job })
        }
      },
    },
  }
}
