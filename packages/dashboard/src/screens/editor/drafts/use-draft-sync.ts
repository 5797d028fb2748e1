import { type DraftState, type DraftStatus, statusOf } from '@pictable/editor'
import { skipToken, useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { draftStateKey } from '#dashboard/api/apply-event.ts'
import { personal } from '#dashboard/api/personal.ts'
import type { DraftState as SharedDraft } from '#dashboard/api/types.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { ReadOnlyReason } from '#dashboard/screens/editor/session/state.ts'
import { DraftSync } from './draft-sync.ts'

export const SyncContext = createContext<DraftSync | null>(null)

interface Options {
  templateId: string
  session: EditorSession
  /** Why nothing may be changed at all. */
  readOnly: ReadOnlyReason | null
}

/** Saves the session as long as the component is shown. */
export function useDraftSync({ templateId, session, readOnly }: Options): DraftSync {
  const [sync] = useState(
    () => new DraftSync({ templateId, session, readOnly, key: personal(`template.${templateId}`) }),
  )
  useEffect(() => sync.hold(), [sync])
  const { data } = useQuery<SharedDraft>({ queryKey: draftStateKey(templateId), queryFn: skipToken })
  useEffect(() => {
    if (data) sync.hear(data)
  }, [data, sync])
  return sync
}

export function useSync(): DraftSync {
  const sync = use(SyncContext)
  if (sync === null) throw new Error('a part of the editor is outside of its draft')
  return sync
}

/** A part of the state of the draft that exists already. */
export function useDraftState<Part>(select: (state: DraftState) => Part): Part {
  const sync = useSync()
  return useSyncExternalStore(sync.subscribe, () => select(sync.state))
}

export const useDraftStatus = (): DraftStatus => useDraftState(statusOf)
