import { contract } from '@pictable/client'
import { runRest } from '#core/run/run-rest.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentRun } from '#http/present/run.ts'
import { reachableRun } from '#http/reachable-run.ts'

export const runsRunRest = bind(contract.runs.runRest)(async ({ world, caller, params }) => {
  await reachableRun(world, caller, params.id)
  const { run } = await runRest(world, params.id, { kind: 'rest', id: caller.id })
  return { status: 201, body: presentRun(run, world.clock.now()), headers: { location: `/v1/runs/${run.id}` } }
})
