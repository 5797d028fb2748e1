import { contract } from '@pictable/client'
import { startRun } from '#core/run/start-run.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTableSource, runHeaders } from '#http/present/table-source.ts'
import { triggerOf } from '#http/trigger-of.ts'

export const tablesourcesTrigger = bind(contract.tablesources.trigger)(async ({ world, caller, params, body }) => {
  const { action, run } = await startRun(world, params.id, triggerOf({ world, caller }, body))
  return { status: 200, body: presentTableSource(action, 'Starting'), headers: runHeaders(run.id) }
})
