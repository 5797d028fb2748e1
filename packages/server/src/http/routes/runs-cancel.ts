import { contract } from '@pictable/client'
import { cancelRun } from '#core/run/cancel-run.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentRun } from '#http/present/run.ts'
import { reachableRun } from '#http/reachable-run.ts'

export const runsCancel = bind(contract.runs.cancel)(async ({ world, caller, params }) => {
  await reachableRun(world, caller, params.id)
  return { status: 200, body: presentRun(await cancelRun(world, params.id), world.clock.now()) }
})
