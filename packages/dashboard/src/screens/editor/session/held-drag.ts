import type { EditorSession } from './session.ts'

/** Of React or of the browser. */
interface Press {
  readonly pointerId: number
  readonly currentTarget: Pick<HTMLElement, 'setPointerCapture' | 'hasPointerCapture'>
}

interface HeldDrag {
  onMove(event: PointerEvent): void
  onDone(event: PointerEvent): void
  /** Escape, or a pointer that is lost. */
  onUndo(): void
}

type PointerEventType = 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture'

/** Follows the pointer from its press on a control to its release, wherever that is: nothing is saved until then. */
export function holdDrag(session: EditorSession, press: Press, drag: HeldDrag): void {
  const { currentTarget: target, pointerId } = press
  target.setPointerCapture(pointerId)
  session.set({ isHolding: true })
  const ends = new AbortController()
  const options = { signal: ends.signal }
  const finish = (how: () => void) => {
    ends.abort()
    try {
      how()
    } finally {
      session.set({ isHolding: false })
    }
  }
  const cancel = () => finish(() => drag.onUndo())
  // The window receives the events also once the control is gone.
  const listen = (type: PointerEventType, act: (event: PointerEvent) => void) =>
    addEventListener(type, (event) => event.pointerId === pointerId && act(event), { ...options, capture: true })
  listen('pointermove', (event) => drag.onMove(event))
  listen('pointerup', (event) => finish(() => drag.onDone(event)))
  listen('pointercancel', cancel)
  listen('lostpointercapture', () => target.hasPointerCapture(pointerId) || cancel())
  addEventListener('blur', cancel, options)
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    },
    { ...options, capture: true },
  )
}
