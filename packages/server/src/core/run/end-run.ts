import type { Failure } from '@pictable/model/failure'
import type { EventName } from '@pictable/model/webhook'
import type { Action } from '#core/action/action.ts'
import { AppError } from '#core/errors.ts'
import { pinAction } from '#core/output/pin-action.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import type { EventWorld } from '#core/webhook/record-events.ts'
import { tellOfRun } from '#core/webhook/tell-of-run.ts'
import { type BareRun, outcomeOf } from './run.ts'
import { pendingOf } from './run-counts.ts'

type Ending =
  | { state: 'completed'; notices: readonly string[] }
  | { state: 'cancelled' }
  | { state: 'failed'; error: Failure }

export type EndWorld = Pick<World, 'clock' | 'data' | 'log' | 'metrics'> & EventWorld

function eventOf(ending: Ending): { event: EventName; error: Failure | null } {
  if (ending.state === 'completed') return { event: 'run.completed', error: null }
  const cancelled = { code: 'cancelled', message: 'The run was cancelled.' }
  return { event: 'run.failed', error: ending.state === 'failed' ? ending.error : cancelled }
}

const templateDeleted = { code: 'not_found', message: 'The template of the action was deleted.' }

/** The versions that the next run draws, or why it cannot start. */
async function pinnedOrError(data: Data, action: Action) {
  try {
    return await pinAction(data, action)
  } catch (error) {
    if (!(error instanceof AppError) || !['not_found', 'conflict'].includes(error.code)) throw error
    return { error: error.code === 'not_found' ? templateDeleted : { code: error.code, message: error.message } }
  }
}

/** Starts the run that waited behind the one that has just ended. @returns whether that failed */
async function activateWaiting(
  world: EventWorld,
  data: Data,
  { actionId, now }: { actionId: string; now: Date },
): Promise<boolean> {
  const { waiting } = await data.runs.findOpen(actionId)
  const action = await data.actions.get(actionId)
  if (waiting === null || action === null) return false
  const pinned = await pinnedOrError(data, action)
  if ('error' in pinned) {
    const { error } = pinned
    await data.runs.update(waiting.id, { state: 'failed', error, finishedAt: now })
    await tellOfRun(world, data, { run: waiting, event: 'run.failed', error, at: now })
    return true
  }
  await data.runs.update(waiting.id, { state: 'active', ...pinned, activatedAt: now })
  await data.queue.send('plan-run', [{ runId: waiting.id }])
  return false
}

function tellEnd({ clock, log, metrics }: EndWorld, run: BareRun, state: Ending['state']): void {
  const cancelled = pendingOf(run)
  metrics.count('records_total', { state: 'cancelled' }, cancelled)
  const { rendered, skipped, failed } = run
  const counts = { total: run.total, rendered, skipped, failed, cancelled: run.cancelled + cancelled }
  const ms = run.startedAt === null ? null : clock.now().getTime() - run.startedAt.getTime()
  const outcome = outcomeOf({ ...run, state })
  log.info({ run_id: run.id, action_id: run.actionId, state, outcome, ...counts, ms }, 'A run has ended')
}

/**
 * Ends a run as `decide` says, and starts the waiting one in the same transaction.
 * Locks action, run and records in this order, as everything does that changes the state of a run.
 * @returns the run as it was before; null when there is none
 */
export async function endRun(
  world: EndWorld,
  runId: string,
  decide: (run: BareRun) => Ending | null,
): Promise<BareRun | null> {
  const { before, ended } = await world.data.transaction(async (data) => {
    const { actionId } = (await data.runs.getBare(runId)) ?? {}
    if (actionId === undefined) return { before: null, ended: [] }
    await data.actions.lock(actionId)
    const run = await data.runs.lock(runId)
    const ending = run === null ? null : decide(run)
    if (run === null || ending === null) return { before: run, ended: [] }
    const now = world.clock.now()
    if (pendingOf(run) > 0) await data.runs.cancelPending(runId, now)
    await data.runs.update(runId, { ...ending, finishedAt: now })
    await tellOfRun(world, data, { run, ...eventOf(ending), at: now })
    const hasNextFailed = run.state === 'active' && (await activateWaiting(world, data, { actionId, now }))
    return { before: run, ended: [ending.state, ...(hasNextFailed ? (['failed'] as const) : [])] }
  })
  for (const state of ended) world.metrics.count('runs_total', { state })
  const [state] = ended
  if (before !== null && state !== undefined) tellEnd(world, before, state)
  return before
}
