import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { persistently } from '#dashboard/api/connection.ts'
import { fieldErrors, isStaleError } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import type { Action } from '#dashboard/api/types.ts'
import { useDraft } from '#dashboard/forms/use-draft.ts'
import { t } from '#dashboard/strings/actions.ts'
import { type ActionDraft, bodyOf, type Conflict, draftOf, mergeDrafts } from './action-draft.ts'

const nothing: ReadonlySet<string> = new Set()

export interface ActionEditor {
  /** As it was read, or last saved. */
  saved: Action
  draft: ActionDraft
  change: (part: Partial<ActionDraft>) => void
  isDirty: boolean
  isSaving: boolean
  save: () => void
  discard: () => void
  /** What the server said the last time, but for a stale version. */
  error: Error | null
  errors: ReadonlyMap<string, string>
  /** What somebody else changed in the same places meanwhile; null unless a save met it. */
  conflicts: readonly Conflict[] | null
  /** Saves mine on top of what is saved now, but for the paths that give way. */
  resolve: (yielded: ReadonlySet<string>) => void
  /** Goes on without saving. */
  postpone: () => void
}

interface Save {
  from: Action
  to: ActionDraft
  /** What stood there when it was sent. */
  typed: ActionDraft
}

/** Saves what differs, and lets everything that shows the action know. */
function useUpdate(onSaved: (action: Action, typed: ActionDraft) => void, onStale: () => void) {
  const queries = useQueryClient()
  return useMutation({
    meta: { form: true },
    mutationFn: ({ from, to }: Save) =>
      client.actions.update({
        params: { id: from.id },
        body: bodyOf(draftOf(from), to),
        ifMatch: `"r${from.revision}"`,
      }),
    onSuccess: (action, { typed }) => {
      onSaved(action, typed)
      queries.setQueryData(api.actions.get.query({ params: { id: action.id } }).queryKey, action)
      queries.invalidateQueries({ queryKey: api.actions.list.key })
      // Pictures of the action as it was before.
      queries.removeQueries({ queryKey: api.actions.preview.key, type: 'inactive' })
      queries.invalidateQueries({ queryKey: api.triggers.list.key })
      toast.done(t('actions.saved'))
    },
    onError: (error) => {
      if (isStaleError(error)) onStale()
    },
  })
}

/** An action that is changed and saved as a whole, never over what someone else saved since. */
export function useActionDraft(current: Action): ActionEditor {
  const { stored: saved, draft, isDirty, change, discard, rebase } = useDraft(current, draftOf)
  const [theirs, setTheirs] = useState<Action | null>(null)
  // Nothing is typed here: what others save shows immediately.
  if (!isDirty && current.revision > saved.revision) rebase(current, () => draftOf(current))
  const mergedWith = (other: Action, yielded = nothing) =>
    mergeDrafts({ base: draftOf(saved), mine: draft, theirs: draftOf(other) }, yielded)
  /** Someone else saved first. Where they changed other settings, both changes are kept. */
  const meet = async () => {
    const other = await persistently(() => client.actions.get({ params: { id: saved.id } }))
    const { merged, conflicts } = mergedWith(other)
    if (conflicts.length === 0) put(other, merged)
    else setTheirs(other)
  }
  const update = useUpdate((action, typed) => {
    // What was typed while it was on its way stays.
    rebase(action, (mine) => mergeDrafts({ base: typed, mine, theirs: draftOf(action) }).merged)
    setTheirs(null)
  }, meet)
  const put = (from: Action, to: ActionDraft) => update.mutate({ from, to, typed: draft })
  const error = isStaleError(update.error) ? null : update.error
  return {
    ...{ saved, draft, isDirty, error, change },
    isSaving: update.isPending,
    save: () => put(saved, draft),
    discard: () => {
      discard()
      update.reset()
    },
    errors: fieldErrors(error),
    conflicts: theirs && mergedWith(theirs).conflicts,
    resolve: (yielded) => theirs && put(theirs, mergedWith(theirs, yielded).merged),
    postpone: () => setTheirs(null),
  }
}
