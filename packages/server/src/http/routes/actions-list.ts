import { contract } from '@pictable/client'
import type { Action } from '#core/action/action.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentAction } from '#http/present/action.ts'

export const actionsList = bind(contract.actions.list)(async ({ world, caller, query }) => {
  const { connection_id: connectionId, table_id: tableId, ...page } = query
  const presentAll = (actions: readonly Action[]) => Promise.all(actions.map((action) => presentAction(world, action)))
  if (caller.actionIds !== null) {
    const own = await Promise.all(caller.actionIds.map((id) => world.data.actions.get(id)))
    const there = own
      .filter((action) => action !== null)
      .filter((action) => connectionId === undefined || action.connectionId === connectionId)
      .filter((action) => tableId === undefined || action.tableId === tableId)
    return { status: 200, body: { results: await presentAll(there), next: null } }
  }
  const { results, next } = await world.data.actions.list({ ...page, connectionId, tableId })
  return { status: 200, body: { results: await presentAll(results), next } }
})
