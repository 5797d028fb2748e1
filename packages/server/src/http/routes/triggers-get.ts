import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTrigger } from '#http/present/trigger.ts'

export const triggersGet = bind(contract.triggers.get)(async ({ world, caller, params }) => {
  const trigger = found(await world.data.triggers.get(params.id), 'trigger', params.id)
  return { status: 200, body: presentTrigger(world, trigger, caller) }
})
