import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'

/** Calls `show` now, after each change in the next frame, and as soon as the window has another size. @returns what ends it */
export function eachFrame(session: EditorSession, show: () => void): () => void {
  let request = 0
  let { window } = session.state
  const now = () => {
    cancelAnimationFrame(request)
    request = 0
    show()
  }
  const unsubscribe = session.subscribe(() => {
    const isResized = session.state.window !== window
    window = session.state.window
    // Sizes are observed after the callbacks of a frame: the page would come one frame after what is selected.
    if (isResized) now()
    else request ||= requestAnimationFrame(now)
  })
  show()
  return () => {
    cancelAnimationFrame(request)
    unsubscribe()
  }
}
