import { contract } from '@pictable/client'
import { actionStatus } from '#core/action/action-status.ts'
import { startRun } from '#core/run/start-run.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { triggerOf } from '#http/input/trigger-of.ts'
import { presentTableSource, runHeaders } from '#http/present/table-source.ts'

export const tablesources = handlers(contract.tablesources)({
  get: async ({ world, params }) => {
    const { action, status, runId } = await actionStatus(world, params.id)
    return { status: 200, body: presentTableSource(action, status), headers: runHeaders(runId) }
  },
  trigger: async ({ world, caller, params, body }) => {
    const { action, run } = await startRun(world, params.id, triggerOf({ world, caller }, body))
    return { status: 200, body: presentTableSource(action, 'Starting'), headers: runHeaders(run.id) }
  },
})
