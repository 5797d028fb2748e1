import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { draftStateKey } from '#dashboard/api/apply-event.ts'
import { personal } from '#dashboard/api/personal.ts'
import type { DraftState as SharedDraft } from '#dashboard/api/types.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { ReadOnlyReason } from '#dashboard/screens/editor/session/state.ts'
import { DraftSync } from './draft-sync.ts'

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
