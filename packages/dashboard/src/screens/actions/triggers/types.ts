import type { CallAnswer, Contract } from '@pictable/client'

export type Trigger = CallAnswer<Contract['triggers']['get']>
export type TriggerKind = CallAnswer<Contract['triggerKinds']['list']>['results'][number]
