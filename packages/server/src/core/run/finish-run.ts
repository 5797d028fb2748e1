import type { Failure } from '@pictable/model/failure'
import { fileNameNotices } from '#core/output/file-name-notices.ts'
import { type EndWorld, endRun } from './end-run.ts'
import type { BareRun } from './run.ts'
import { pendingOf } from './run-counts.ts'

/** Completes the run if its last page was read and nothing is pending; safe to call at any time, any number of times. */
export async function finishRun(world: EndWorld, runId: string): Promise<void> {
  const run = await world.data.runs.getBare(runId)
  if (run === null || !isDone(run)) return
  // Before the locks: it reads all records of the run.
  const { fileName = null } = (await world.data.actions.get(run.actionId)) ?? {}
  const found = fileName === null ? [] : fileNameNotices(fileName, await world.data.runs.namedRecords(runId))
  await endRun(world, runId, (locked) =>
    isDone(locked) ? { state: 'completed', notices: [...locked.notices, ...found] } : null,
  )
}

const isDone = (run: BareRun) => run.state === 'active' && run.plannedAt !== null && pendingOf(run) === 0

/** Ends an active run with a reason; what is pending is cancelled. */
export async function failRun(world: EndWorld, runId: string, failure: Failure): Promise<void> {
  await endRun(world, runId, (run) => (run.state === 'active' ? { state: 'failed', error: failure } : null))
}
