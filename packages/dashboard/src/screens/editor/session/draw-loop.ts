import type { Engine } from '#dashboard/screens/editor/engine/engine.ts'
import type { EditorSession } from './session.ts'

/**
 * Lays the design out whenever it or its values changed: one layout at a time, the newest state next. The frame of
 * before stays while a design cannot be drawn. Returns how to stop.
 */
export function startDrawing(session: EditorSession, engine: Engine): () => void {
  let [isBusy, isStopped] = [false, false]

  async function draw(): Promise<void> {
    if (isBusy || isStopped) return
    const { document, values, frame, drawError } = session.state
    if (frame?.design === document.design && frame.values === values && drawError === null) return
    isBusy = true
    const change = await engine.layOut(document.design, values).then(
      (drawn) => ({ frame: drawn, drawError: null }),
      (error: unknown) => ({ drawError: error instanceof Error ? error.message : String(error) }),
    )
    isBusy = false
    if (isStopped) return
    const isNewest = session.state.document === document && session.state.values === values
    session.set(change)
    if (!isNewest) void draw()
  }

  let last = session.state
  const unsubscribe = session.subscribe(() => {
    const { document, values } = session.state
    if (document === last.document && values === last.values) return
    last = session.state
    void draw()
  })
  void draw()
  return () => {
    isStopped = true
    unsubscribe()
  }
}
