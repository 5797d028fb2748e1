import type { CallInput, Contract } from '@pictable/client'
import { momentsOf, type Span } from './made-when.ts'

export interface ImageSearch {
  action?: string | undefined
  template?: string | undefined
  output?: string | undefined
  run?: string | undefined
  made?: Span | undefined
  from?: string | undefined
  until?: string | undefined
}

export type ImageQuery = NonNullable<CallInput<Contract['images']['count']>['query']>

/** The filters of the address as the API takes them. */
export function imageQueryOf(search: ImageSearch): ImageQuery {
  const { action, template, output, run } = search
  return {
    ...(action !== undefined && { action_id: action }),
    ...(template !== undefined && { template_id: template }),
    ...(output !== undefined && { output }),
    ...(run !== undefined && { run_id: run }),
    ...momentsOf(search),
  }
}
