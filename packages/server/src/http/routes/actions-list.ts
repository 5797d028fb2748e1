import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentAction } from '#http/present/action.ts'

export const actionsList = bind(contract.actions.list)(async ({ world, caller, query }) => {
  if (caller.actionIds !== null) {
    const own = await Promise.all(caller.actionIds.map((id) => world.data.actions.get(id)))
    const results = own.flatMap((action) => (action === null ? [] : [presentAction(action)]))
    return { status: 200, body: { results, next: null } }
  }
  const { results, next } = await world.data.actions.list(query)
  return { status: 200, body: { results: results.map(presentAction), next } }
})
