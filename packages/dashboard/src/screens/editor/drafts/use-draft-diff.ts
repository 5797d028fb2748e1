import { hasUnsaved } from '@pictable/editor'
import { useQuery } from '@tanstack/react-query'
import { client } from '#dashboard/api/client.ts'
import { useDraftState } from './use-draft.ts'

/** What the draft changes of a version, as the server compares them: once everything is saved. */
export function useDraftDiff(id: string, from: number) {
  const revision = useDraftState((state) => state.revision)
  const isSaved = useDraftState((state) => !hasUnsaved(state))
  return useQuery({
    queryKey: ['draft-diff', id, from, revision],
    queryFn: ({ signal }) => client.drafts.diff({ params: { id }, query: { from }, signal }),
    enabled: isSaved,
    placeholderData: (before) => before,
    gcTime: 0,
  })
}
