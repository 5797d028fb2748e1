import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'

export const REST_MS = 200

/** Calls what takes long a moment later, once nothing is held, dragged or composed. @returns what ends the waiting */
export function atRest(session: EditorSession, run: () => void): () => void {
  let timer = setTimeout(look, REST_MS)
  function look(): void {
    if (session.state.isHolding || session.history.isInGesture) timer = setTimeout(look, REST_MS)
    else run()
  }
  return () => clearTimeout(timer)
}
