import { contract } from '@pictable/client'
import { rotateHook } from '#core/trigger/save-trigger.ts'
import type { Trigger } from '#core/trigger/trigger.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTrigger } from '#http/present/trigger.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const triggersRotate = bind(contract.triggers.rotate)(async ({ world, caller, params, keep }) => {
  const answerOf = (trigger: Trigger) => ({ status: 200 as const, body: presentTrigger(world, trigger, caller) })
  const onSaved = (trigger: Trigger) => keep(answerOf(trigger))
  return answerOf(await rotateHook(world, params.id, { signal: triggerSignal(), onSaved }))
})
