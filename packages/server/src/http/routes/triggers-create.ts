import { contract } from '@pictable/client'
import { createTrigger } from '#core/trigger/save-trigger.ts'
import type { Trigger } from '#core/trigger/trigger.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTrigger } from '#http/present/trigger.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const triggersCreate = bind(contract.triggers.create)(async ({ world, caller, body, keep }) => {
  const { action_id: actionId, ...draft } = body
  const answerOf = (trigger: Trigger) => ({
    status: 201 as const,
    body: presentTrigger(world, trigger, caller),
    headers: { location: `/v1/triggers/${trigger.id}` },
  })
  const onSaved = (trigger: Trigger) => keep(answerOf(trigger))
  return answerOf(await createTrigger(world, { actionId, ...draft }, { signal: triggerSignal(), onSaved }))
})
