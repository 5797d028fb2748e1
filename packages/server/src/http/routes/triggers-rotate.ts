import { contract } from '@pictable/client'
import { rotateHook } from '#core/trigger/save-trigger.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTrigger } from '#http/present/trigger.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const triggersRotate = bind(contract.triggers.rotate)(async ({ world, caller, params }) => {
  const trigger = await rotateHook(world, params.id, triggerSignal())
  return { status: 200, body: presentTrigger(world, trigger, caller) }
})
