import type { Engine } from '#dashboard/screens/editor/engine/engine.ts'
import type { EditorSession } from './session.ts'
import type { EditorState } from './state.ts'

const MAX_SCALE = 8

/** Pictures are decoded for few scales: half, one, two, four and eight device pixels per pixel. */
function pictureScale({ view }: EditorState): number {
  const wanted = view.zoom * devicePixelRatio
  return Math.min(MAX_SCALE, Math.max(0.5, 2 ** Math.ceil(Math.log2(wanted))))
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Lays the design out whenever it, its values or the zoom changed: one layout at a time, the newest state next. The
 * frame of before stays while a design cannot be drawn. Returns how to stop.
 */
export function startDrawing(session: EditorSession, engine: Engine): () => void {
  let [isBusy, isStopped, isOld] = [false, false, true]

  async function draw(): Promise<void> {
    if (isBusy || isStopped || !isOld) return
    isBusy = true
    isOld = false
    const { state } = session
    const scale = pictureScale(state)
    const job = { design: state.document.design, values: state.values, scale }
    const change = await engine.layOut(job).then(
      (frame) => ({ frame, drawError: null }),
      (error: unknown) => ({ drawError: reasonOf(error) }),
    )
    isBusy = false
    if (isStopped) return
    session.set(change)
    if ('frame' in change) void change.frame.pending?.then(again)
    void draw()
  }

  function again(): void {
    isOld = true
    void draw()
  }

  let last = session.state
  let lastScale = pictureScale(last)
  const unsubscribe = session.subscribe(() => {
    const { document, values } = session.state
    const scale = pictureScale(session.state)
    if (document === last.document && values === last.values && scale === lastScale) return
    last = session.state
    lastScale = scale
    again()
  })
  void draw()
  return () => {
    isStopped = true
    unsubscribe()
  }
}
