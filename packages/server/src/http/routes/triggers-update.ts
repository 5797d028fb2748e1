import { contract } from '@pictable/client'
import { updateTrigger } from '#core/trigger/save-trigger.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTrigger } from '#http/present/trigger.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const triggersUpdate = bind(contract.triggers.update)(async ({ world, caller, params, body, revision }) => {
  const trigger = await updateTrigger(world, params.id, { ...body, revision, signal: triggerSignal() })
  return { status: 200, body: presentTrigger(world, trigger, caller) }
})
