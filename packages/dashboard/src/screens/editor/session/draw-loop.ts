import type { Engine, Frame } from '#dashboard/screens/editor/engine/engine.ts'
import { Retries } from '#dashboard/screens/editor/engine/retries.ts'
import type { EditorSession } from './session.ts'
import type { EditorState } from './state.ts'

const MAX_SCALE = 8

/** Pictures are decoded for few scales: half, one, two, four and eight device pixels per pixel. */
function pictureScale({ view, pixelRatio }: EditorState): number {
  const wanted = view.zoom * pixelRatio
  return Math.min(MAX_SCALE, Math.max(0.5, 2 ** Math.ceil(Math.log2(wanted))))
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Lays the design out whenever it, its values or the zoom changed: one layout at a time, the newest state next. The
 * frame of before stays while a design cannot be drawn. Returns how to stop.
 */
export function startDrawing(session: EditorSession, engine: Engine): () => void {
  let [isBusy, isStopped, isOld] = [false, false, true]
  /** What the last frame lacks. */
  let late: Promise<void> | undefined
  const retries = new Retries(again)

  async function draw(): Promise<void> {
    if (isBusy || isStopped || !isOld) return
    isBusy = true
    isOld = false
    const { state } = session
    const scale = pictureScale(state)
    // What is late is waited for once: a drag goes on without it.
    const job = {
      ...{ design: state.document.design, values: state.values, scale, isPatient: late === undefined },
      edited: state.editing?.drawn(state),
    }
    const change = await engine.layOut(job).then(
      (frame) => ({ frame, drawError: null }),
      (error: unknown) => ({ drawError: reasonOf(error) }),
    )
    isBusy = false
    if (isStopped) return
    session.set(change)
    if ('frame' in change) hear(change.frame)
    void draw()
  }

  function hear(frame: Frame): void {
    retries.hear(frame)
    const { pending } = frame
    late = pending
    void pending?.then(() => {
      if (late === pending) late = undefined
      again()
    })
  }

  function again(): void {
    isOld = true
    void draw()
  }

  let last = session.state
  let lastScale = pictureScale(last)
  const unsubscribe = session.subscribe(() => {
    const { document, values, editing } = session.state
    const scale = pictureScale(session.state)
    const isSame = document === last.document && values === last.values && editing === last.editing
    if (isSame && scale === lastScale) return
    last = session.state
    lastScale = scale
    again()
  })
  void draw()
  return () => {
    isStopped = true
    retries.end()
    unsubscribe()
  }
}
