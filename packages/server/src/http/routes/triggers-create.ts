import { contract } from '@pictable/client'
import { createTrigger } from '#core/trigger/save-trigger.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTrigger } from '#http/present/trigger.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const triggersCreate = bind(contract.triggers.create)(async ({ world, caller, body }) => {
  const { action_id: actionId, ...draft } = body
  const trigger = await createTrigger(world, { actionId, ...draft }, triggerSignal())
  const headers = { location: `/v1/triggers/${trigger.id}` }
  return { status: 201, body: presentTrigger(world, trigger, caller), headers }
})
