import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Action } from './types.ts'

/** Every action, to choose from and to tell things by their titles; none until they are known. */
export function useActions(): readonly Action[] {
  return useQuery(api.actions.list.all()).data?.results ?? []
}
