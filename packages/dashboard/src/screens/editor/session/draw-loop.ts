import type { Engine, Frame } from '#dashboard/screens/editor/engine/engine.ts'
import { Retries } from '#dashboard/screens/editor/engine/retries.ts'
import type { EditorSession } from './session.ts'
import type { EditorState } from './state.ts'

const MAX_SCALE = 8
/** While a zoom still changes, pictures stay as they are decoded. */
const SETTLED_MS = 120

/** Pictures are decoded for few scales: half, one, two, four and eight device pixels per pixel. */
function pictureScale({ view, pixelRatio }: EditorState): number {
  const wanted = view.zoom * pixelRatio
  return Math.min(MAX_SCALE, Math.max(0.5, 2 ** Math.ceil(Math.log2(wanted))))
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Lays the design out whenever it or its values changed, and at rest for another zoom: one layout at a time, the newest
 * state next. The frame of before stays while a design cannot be drawn. Returns how to stop.
 */
export function startDrawing(session: EditorSession, engine: Engine): () => void {
  let [isBusy, isStopped, isOld] = [false, false, true]
  /** What the last frame lacks. */
  let late: Promise<void> | undefined
  let scale: number | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  const retries = new Retries(again)

  async function draw(): Promise<void> {
    if (isBusy || isStopped || !isOld) return
    isBusy = true
    isOld = false
    clearTimeout(settling)
    const { state } = session
    scale = pictureScale(state)
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
  const unsubscribe = session.subscribe(() => {
    const { state } = session
    const keys = ['document', 'values', 'editing'] as const
    const isChanged = keys.some((key) => state[key] !== last[key])
    const isZoomed = state.view.zoom !== last.view.zoom || state.pixelRatio !== last.pixelRatio
    last = state
    if (isChanged) again()
    else if (isZoomed) {
      clearTimeout(settling)
      if (pictureScale(state) !== scale) settling = setTimeout(again, SETTLED_MS)
    }
  })
  void draw()
  return () => {
    isStopped = true
    clearTimeout(settling)
    retries.end()
    unsubscribe()
  }
}
