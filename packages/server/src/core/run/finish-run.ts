import type { Failure } from '@pictable/model/failure'
import { type EndWorld, endRun } from './end-run.ts'
import { pendingOf } from './run-counts.ts'

/** Completes the run if its last page was read and nothing is pending; safe to call at any time, any number of times. */
export async function finishRun(world: EndWorld, runId: string): Promise<void> {
  await endRun(world, runId, (run) =>
    run.state === 'active' && run.plannedAt !== null && pendingOf(run) === 0 ? { state: 'completed' } : null,
  )
}

/** Ends an active run with a reason; what is pending is cancelled. */
export async function failRun(world: EndWorld, runId: string, failure: Failure): Promise<void> {
  await endRun(world, runId, (run) => (run.state === 'active' ? { state: 'failed', error: failure } : null))
}
