import type { CallAnswer, Contract } from '@pictable/client'
import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'

export type ConnectionJson = CallAnswer<Contract['connections']['get']>
export type SourceJson = CallAnswer<Contract['sources']['list']>['results'][number]
export type TestJson = CallAnswer<Contract['connections']['test']>

/** The kinds of tables that this server can read; they change only with the server. */
export function useSources() {
  return useQuery({ ...api.sources.list.query(), staleTime: Number.POSITIVE_INFINITY })
}

/** What is chosen inside an account. */
export interface TablePlace {
  base?: string | undefined
  table?: string | undefined
  view?: string | undefined
}
