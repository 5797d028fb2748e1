import { contract } from '@pictable/client'
import { retryFailed } from '#core/run/retry-failed.ts'
import { answerRun } from '#http/answer-run.ts'
import { bind } from '#http/endpoint-call.ts'
import { reachableRun } from '#http/reachable-run.ts'

export const runsRetryFailed = bind(contract.runs.retryFailed)(async ({ world, caller, params }) => {
  await reachableRun(world, caller, params.id)
  const { run } = await retryFailed(world, params.id, { kind: 'retry', id: caller.id })
  return answerRun(world, run)
})
