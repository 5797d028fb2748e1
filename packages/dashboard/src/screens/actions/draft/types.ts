import type { CallAnswer, CallInput, Contract } from '@pictable/client'

export type Body = NonNullable<CallInput<Contract['actions']['update']>['body']>
export type TableField = CallAnswer<Contract['connections']['fields']>['results'][number]
export type Variable = CallAnswer<Contract['templates']['variables']>['variables'][number]
export type Template = CallAnswer<Contract['templates']['list']>['results'][number]
export type Sample = CallAnswer<Contract['actions']['sample']>
export type Estimate = Extract<CallAnswer<Contract['actions']['run']>, { source_calls: number }>
