import type { EditorDocument } from '@pictable/editor'
import { useEffect, useState } from 'react'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'

/** A drag changes the document with every frame; its text follows as often as this. */
const EVERY_MS = 60

/** The document, which changes at most every 60 ms. */
export function useSteadyDocument(): EditorDocument {
  const session = useSession()
  const [document, setDocument] = useState(session.state.document)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let shownAtMs = 0
    const show = () => {
      timer = undefined
      shownAtMs = performance.now()
      setDocument(session.state.document)
    }
    const follow = () => {
      timer ??= setTimeout(show, Math.max(0, EVERY_MS - (performance.now() - shownAtMs)))
    }
    let last = session.state.document
    const unsubscribe = session.subscribe(() => {
      if (session.state.document === last) return
      last = session.state.document
      follow()
    })
    show()
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [session])
  return document
}
