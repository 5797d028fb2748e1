import { contract } from '@pictable/client'
import { describeTrigger } from '#core/trigger/describe-trigger.ts'
import { bind } from '#http/endpoint-call.ts'
import { triggerSignal } from '#http/trigger-signal.ts'

export const triggersTest = bind(contract.triggers.test)(async ({ world, params }) => ({
  status: 200,
  body: await describeTrigger(world, params.id, triggerSignal()),
}))
