import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { found } from '#core/revision.ts'
import { fireTrigger } from '#core/trigger/fire-trigger.ts'
import { answerRun } from '#http/answer-run.ts'
import { bind } from '#http/endpoint-call.ts'

export const triggersFire = bind(contract.triggers.fire)(async ({ world, params }) => {
  found(await world.data.triggers.get(params.id), 'trigger', params.id)
  const run = await fireTrigger(world, params.id, { recordIds: null, isByHand: true })
  if (run !== null) return answerRun(world, run)
  const trigger = await world.data.triggers.get(params.id)
  throw new AppError('conflict', trigger?.error?.message ?? 'The trigger was deleted.')
})
