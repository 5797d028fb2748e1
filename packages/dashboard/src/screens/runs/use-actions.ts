import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import type { Action } from '#dashboard/api/types.ts'

/** The actions, to tell runs by their titles. */
export function useActions(): readonly Action[] {
  return useQuery(api.actions.list.query({ query: { limit: 100 } })).data?.results ?? []
}
