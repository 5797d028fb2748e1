import type { Failure } from '@pictable/model/failure'
import { fileNameNotices } from '#core/output/file-name-notices.ts'
import { type EndWorld, endRun } from './end-run.ts'
import type { BareRun } from './run.ts'
import { pendingOf } from './run-counts.ts'

/** What to say of the names of its files. That it takes too long to find out keeps no run from ending. */
async function findNameNotices({ data, log }: EndWorld, { id, actionId }: BareRun): Promise<string[]> {
  const { fileName = null } = (await data.actions.get(actionId)) ?? {}
  if (fileName === null) return []
  const named = await data.runs.namedRecords(id)
  if (named === null) log.warn({ run_id: id }, 'The file names of a run could not be checked within the time limit')
  return named === null ? [] : fileNameNotices(fileName, named)
}

/** Completes the run if its last page was read and nothing is pending; safe to call at any time, any number of times. */
export async function finishRun(world: EndWorld, runId: string): Promise<void> {
  const run = await world.data.runs.getBare(runId)
  if (run === null || !isDone(run)) return
  // Before the locks: it reads all records of the run.
  const found = await findNameNotices(world, run)
  await endRun(world, runId, (locked) =>
    isDone(locked) ? { state: 'completed', notices: [...locked.notices, ...found] } : null,
  )
}

const isDone = (run: BareRun) => run.state === 'active' && run.plannedAt !== null && pendingOf(run) === 0

/** Ends an active run with a reason; what is pending is cancelled. */
export async function failRun(world: EndWorld, runId: string, failure: Failure): Promise<void> {
  await endRun(world, runId, (run) => (run.state === 'active' ? { state: 'failed', error: failure } : null))
}
