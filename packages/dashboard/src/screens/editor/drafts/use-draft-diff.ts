import { type DraftState, hasUnsaved, statusOf } from '@pictable/editor'
import { useQuery } from '@tanstack/react-query'
import { client } from '#dashboard/api/client.ts'
import { SaidError } from '#dashboard/api/error-words.ts'
import type { Changes } from '#dashboard/parts/versions/change-words.tsx'
import { t as ofEditing } from '#dashboard/strings/editing.ts'
import { t } from '#dashboard/strings/versions.ts'
import { useDraftState } from './use-draft.ts'

/** Why the server cannot compare the draft: it does not have it, and will not without the user. */
function obstacleOf(state: DraftState): string | null {
  const status = statusOf(state)
  if (!hasUnsaved(state) || status === 'opening' || status === 'saving') return null
  return status === 'rejected' && state.rejection !== null
    ? ofEditing('editor.draft_rejected', { reason: state.rejection })
    : t('versions.changes_unsaved')
}

/** What the draft changes of a version, as the server compares them: once everything is saved. */
export function useDraftDiff(id: string, from: number): Changes {
  const revision = useDraftState((state) => state.revision)
  const isSaved = useDraftState((state) => !hasUnsaved(state))
  const obstacle = useDraftState(obstacleOf)
  const { data, error, refetch } = useQuery({
    queryKey: ['draft-diff', id, from, revision],
    queryFn: ({ signal }) => client.drafts.diff({ params: { id }, query: { from }, signal }),
    enabled: isSaved,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  if (obstacle !== null) return { changes: undefined, error: new SaidError(obstacle), again: null }
  return { changes: data?.changes, error, again: () => void refetch() }
}
