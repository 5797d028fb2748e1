import type { LayerId } from '@pictable/editor'
import { useState } from 'react'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'

/** Closed groups, kept while other tabs of the panel are open. */
const known = new WeakMap<EditorSession, ReadonlySet<LayerId>>()

export function useClosed(session: EditorSession) {
  const [closed, setClosed] = useState<ReadonlySet<LayerId>>(() => known.get(session) ?? new Set())
  const toggle = (ids: readonly LayerId[], isOpen: boolean) => {
    setClosed((before) => {
      const after = new Set(before)
      for (const id of ids) {
        if (isOpen) after.delete(id)
        else after.add(id)
      }
      known.set(session, after)
      return after
    })
  }
  return { closed, toggle }
}
