import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentTrigger } from '#http/present/trigger.ts'

export const triggersList = bind(contract.triggers.list)(async ({ world, caller, query }) => {
  const { action_id: actionId, ...page } = query
  const { results, next } = await world.data.triggers.list({ ...page, actionId })
  return { status: 200, body: { results: results.map((trigger) => presentTrigger(world, trigger, caller)), next } }
})
