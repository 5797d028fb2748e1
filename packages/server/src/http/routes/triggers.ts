import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { found } from '#core/revision.ts'
import { describeTrigger } from '#core/trigger/describe-trigger.ts'
import { fireTrigger } from '#core/trigger/fire-trigger.ts'
import { createTrigger, deleteTrigger, rotateHook, updateTrigger } from '#core/trigger/save-trigger.ts'
import type { Trigger } from '#core/trigger/trigger.ts'
import { answerRun } from '#http/answers/answer-run.ts'
import { gone } from '#http/answers/gone.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { triggerSignal } from '#http/feed/trigger-signal.ts'
import { presentTriggerKind } from '#http/present/source.ts'
import { presentTrigger } from '#http/present/trigger.ts'

export const triggerKinds = handlers(contract.triggerKinds)({
  list: async ({ world }) => ({
    status: 200,
    body: { results: world.triggers.kinds.map(presentTriggerKind), next: null },
  }),
})

export const triggers = handlers(contract.triggers)({
  list: async ({ world, caller, query }) => {
    const { action_id: actionId, ...page } = query
    const { results, next } = await world.data.triggers.list({ ...page, actionId })
    return { status: 200, body: { results: results.map((trigger) => presentTrigger(world, trigger, caller)), next } }
  },
  create: async ({ world, caller, body, keep }) => {
    const { action_id: actionId, ...draft } = body
    const answerOf = (trigger: Trigger) => ({
      status: 201 as const,
      body: presentTrigger(world, trigger, caller),
      headers: { location: `/v1/triggers/${trigger.id}` },
    })
    const onSaved = (trigger: Trigger) => keep(answerOf(trigger))
    return answerOf(await createTrigger(world, { actionId, ...draft }, { signal: triggerSignal(), onSaved }))
  },
  get: async ({ world, caller, params }) => {
    const trigger = found(await world.data.triggers.get(params.id), 'trigger', params.id)
    return { status: 200, body: presentTrigger(world, trigger, caller) }
  },
  update: async ({ world, caller, params, body, revision }) => {
    const trigger = await updateTrigger(world, params.id, { ...body, revision, signal: triggerSignal() })
    return { status: 200, body: presentTrigger(world, trigger, caller) }
  },
  delete: async ({ world, params }) =>
    gone(await deleteTrigger(world, params.id, triggerSignal()), 'trigger', params.id),
  rotate: async ({ world, caller, params, keep }) => {
    const answerOf = (trigger: Trigger) => ({ status: 200 as const, body: presentTrigger(world, trigger, caller) })
    const onSaved = (trigger: Trigger) => keep(answerOf(trigger))
    return answerOf(await rotateHook(world, params.id, { signal: triggerSignal(), onSaved }))
  },
  test: async ({ world, params }) => ({
    status: 200,
    body: await describeTrigger(world, params.id, triggerSignal()),
  }),
  fire: async ({ world, params }) => {
    found(await world.data.triggers.get(params.id), 'trigger', params.id)
    const run = await fireTrigger(world, params.id, { recordIds: null, isByHand: true })
    if (run !== null) return answerRun(world, run)
    const trigger = await world.data.triggers.get(params.id)
    throw new AppError('conflict', trigger?.error?.message ?? 'The trigger was deleted.')
  },
})
