import type { CallAnswer, Contract } from '@pictable/client'

export type FailureGroup = CallAnswer<Contract['runs']['failures']>['results'][number]
