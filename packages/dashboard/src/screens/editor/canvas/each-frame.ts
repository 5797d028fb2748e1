import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'

/** Calls `show` now, and in the next frame after each change. @returns what ends it */
export function eachFrame(session: EditorSession, show: () => void): () => void {
  let request = 0
  const unsubscribe = session.subscribe(() => {
    request ||= requestAnimationFrame(() => {
      request = 0
      show()
    })
  })
  show()
  return () => {
    cancelAnimationFrame(request)
    unsubscribe()
  }
}
