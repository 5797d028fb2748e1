import type { CallInput, Contract } from '@pictable/client'
import { momentsOf, type Span } from './made-when.ts'

export interface ImageSearch {
  action?: string | undefined
  template?: string | undefined
  run?: string | undefined
  made?: Span | undefined
  from?: string | undefined
  until?: string | undefined
}

/** The filters of the address as the API takes them. */
export function imageQueryOf(search: ImageSearch): NonNullable<CallInput<Contract['images']['count']>['query']> {
  const { action, template, run } = search
  return {
    ...(action !== undefined && { action_id: action }),
    ...(template !== undefined && { template_id: template }),
    ...(run !== undefined && { run_id: run }),
    ...momentsOf(search),
  }
}
