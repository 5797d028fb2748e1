import { contract } from '@pictable/client'
import { cancelRun } from '#core/run/cancel-run.ts'
import { retryFailed } from '#core/run/retry-failed.ts'
import type { RunRecord } from '#core/run/run.ts'
import { runRest } from '#core/run/run-rest.ts'
import { answerRun } from '#http/answers/answer-run.ts'
import { reachableRun } from '#http/answers/reachable-run.ts'
import { type Caller, requireAction } from '#http/caller/caller.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentFailures, presentRun } from '#http/present/run.ts'
import { presentRunRecord } from '#http/present/run-record.ts'

const leftOut: ReadonlySet<string> = new Set(['left_view', 'filtered_out'])

/** A key that is limited to the action does not learn the names of records that the action leaves out. */
function asSeenBy({ actionIds }: Caller, record: RunRecord): RunRecord {
  const { recordId, reason } = record
  if (actionIds === null || reason === null || !leftOut.has(reason.code)) return record
  return { ...record, label: '', reason: { ...reason, message: `Record ${recordId}: the action leaves it out` } }
}

export const runs = handlers(contract.runs)({
  list: async ({ world, caller, query }) => {
    const { action_id: actionId, ...rest } = query
    requireAction(caller, actionId ?? null)
    const { results, next } = await world.data.runs.list(actionId === undefined ? rest : { ...rest, actionId })
    const now = world.clock.now()
    return { status: 200, body: { results: results.map((run) => presentRun(run, now)), next } }
  },
  get: async ({ world, caller, params }) => ({
    status: 200,
    body: presentRun(await reachableRun(world, caller, params.id), world.clock.now()),
  }),
  records: async ({ world, caller, params, query }) => {
    const run = await reachableRun(world, caller, params.id)
    const { failure_group: failureGroup, ...options } = query
    const { results, next } = await world.data.runs.records(run.id, {
      ...options,
      ...(failureGroup !== undefined && { failureGroup }),
    })
    const imageIds = results.flatMap(({ imageId, outputs }) => [imageId, ...outputs.map((output) => output.imageId)])
    const images = await world.data.images.getMany(imageIds.flatMap((id) => id ?? []))
    const presented = results.map((record) => presentRunRecord(asSeenBy(caller, record), images, world.publicUrl))
    return { status: 200, body: { results: presented, next } }
  },
  failures: async ({ world, caller, params }) => {
    return { status: 200, body: presentFailures(await reachableRun(world, caller, params.id)) }
  },
  cancel: async ({ world, caller, params }) => {
    await reachableRun(world, caller, params.id)
    return { status: 200, body: presentRun(await cancelRun(world, params.id), world.clock.now()) }
  },
  retryFailed: async ({ world, caller, params, signal }) => {
    await reachableRun(world, caller, params.id)
    const { run } = await retryFailed(world, params.id, { startedBy: { kind: 'retry', id: caller.id }, signal })
    return answerRun(world, run)
  },
  runRest: async ({ world, caller, params, signal }) => {
    await reachableRun(world, caller, params.id)
    const { run } = await runRest(world, params.id, { startedBy: { kind: 'rest', id: caller.id }, signal })
    return answerRun(world, run)
  },
})
