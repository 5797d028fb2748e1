import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentRun } from '#http/present/run.ts'
import { reachableRun } from '#http/reachable-run.ts'

export const runsGet = bind(contract.runs.get)(async ({ world, caller, params }) => ({
  status: 200,
  body: presentRun(await reachableRun(world, caller, params.id), world.clock.now()),
}))
