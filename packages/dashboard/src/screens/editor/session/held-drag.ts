import type { PointerEvent as ReactPointerEvent } from 'react'
import type { EditorSession } from './session.ts'

interface HeldDrag {
  onMove(event: PointerEvent): void
  onDone(event: PointerEvent): void
  /** Escape, or a pointer that is lost. */
  onUndo(): void
}

/** Follows the pointer from its press on a control to its release, wherever that is: nothing is saved until then. */
export function holdDrag(session: EditorSession, press: ReactPointerEvent<HTMLElement>, drag: HeldDrag): void {
  const target: HTMLElement = press.currentTarget
  target.setPointerCapture(press.pointerId)
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
  target.addEventListener('pointermove', (event) => drag.onMove(event), options)
  target.addEventListener('pointerup', (event) => finish(() => drag.onDone(event)), options)
  target.addEventListener('pointercancel', cancel, options)
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
