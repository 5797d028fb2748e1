import { contract } from '@pictable/client'
import { estimateRun } from '#core/run/estimate-run.ts'
import { startRun } from '#core/run/start-run.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentRun } from '#http/present/run.ts'
import { runHeaders } from '#http/present/table-source.ts'
import { triggerOf } from '#http/trigger-of.ts'

export const actionsRun = bind(contract.actions.run)(async ({ world, params, body }) => {
  const trigger = triggerOf(world, body)
  if (body?.dry_run) {
    const { records, sourceCalls, seconds } = await estimateRun(world, params.id, trigger)
    return { status: 200, body: { records, source_calls: sourceCalls, seconds } }
  }
  const { run } = await startRun(world, params.id, trigger)
  const headers = { ...runHeaders(run.id), location: `/v1/runs/${run.id}` }
  return { status: 201, body: presentRun(run, world.clock.now()), headers }
})
