import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import type { Action } from '#dashboard/api/types.ts'

/** The actions there are, and those of one template. */
export function useActions(): { all: readonly Action[]; of: (templateId: string) => readonly Action[] } {
  const all = useQuery(api.actions.list.query({ query: { limit: 100 } })).data?.results ?? []
  return { all, of: (templateId) => all.filter((action) => action.template_id === templateId) }
}
