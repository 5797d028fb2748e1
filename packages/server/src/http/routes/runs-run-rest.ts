import { contract } from '@pictable/client'
import { runRest } from '#core/run/run-rest.ts'
import { answerRun } from '#http/answer-run.ts'
import { bind } from '#http/endpoint-call.ts'
import { reachableRun } from '#http/reachable-run.ts'

export const runsRunRest = bind(contract.runs.runRest)(async ({ world, caller, params }) => {
  await reachableRun(world, caller, params.id)
  const { run } = await runRest(world, params.id, { kind: 'rest', id: caller.id })
  return answerRun(world, run)
})
