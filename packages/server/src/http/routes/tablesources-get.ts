import { contract } from '@pictable/client'
import { actionStatus } from '#core/action/action-status.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTableSource, runHeaders } from '#http/present/table-source.ts'

export const tablesourcesGet = bind(contract.tablesources.get)(async ({ world, params }) => {
  const { action, status, runId } = await actionStatus(world, params.id)
  return { status: 200, body: presentTableSource(action, status), headers: runHeaders(runId) }
})
