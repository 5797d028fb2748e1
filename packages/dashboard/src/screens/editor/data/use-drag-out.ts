import { type PointerEvent, useEffect, useRef } from 'react'
import { type Pointer, pointerAt } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'

const THRESHOLD_PX = 4

/** What a drag out of a panel does where the pointer is; undefined while that is beside the canvas. */
interface DragOut {
  readonly show: (session: EditorSession, pointer: Pointer | undefined) => void
  readonly drop: (session: EditorSession, pointer: Pointer | undefined) => void
}

/** Where the pointer is on the canvas; undefined while it is elsewhere. */
function onCanvas(session: EditorSession, event: globalThis.PointerEvent): Pointer | undefined {
  const under = document.elementFromPoint(event.clientX, event.clientY)
  const box = under?.closest('[role="application"]')?.getBoundingClientRect()
  return box && pointerAt(session, { x: event.clientX - box.left, y: event.clientY - box.top }, event)
}

/** A button that was dragged was not pressed. */
function ignoreClick(): void {
  const stop = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }))
}

/** The pointer is still down when a drag is taken back: what it is released above was not pressed. */
function ignoreRelease(): void {
  const own = new AbortController()
  const options = { signal: own.signal, capture: true }
  const end = (event: Event) => {
    own.abort()
    if (event.type === 'pointerup') ignoreClick()
  }
  addEventListener('pointerup', end, options)
  addEventListener('pointerdown', end, options)
}

/** Drags something of a panel onto the canvas, or onto a layer there. Escape takes it back. */
export function useDragOut(): (press: PointerEvent<HTMLElement>, drag: DragOut) => void {
  const session = useSession()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  return (press, drag) => {
    if (press.button !== 0) return
    const { clientX, clientY, currentTarget: row, pointerId } = press
    const own = new AbortController()
    stop.current?.abort()
    stop.current = own
    let last: globalThis.PointerEvent | undefined
    const finish = () => own.abort()
    const takeBack = () => {
      finish()
      if (!last) return
      if (row.hasPointerCapture(pointerId)) row.releasePointerCapture(pointerId)
      ignoreRelease()
    }
    own.signal.addEventListener('abort', () => {
      if (!last) return
      session.set({ isHolding: false, marks: NO_MARKS })
      document.documentElement.style.cursor = ''
    })
    const onMove = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return
      if (!last && Math.hypot(event.clientX - clientX, event.clientY - clientY) < THRESHOLD_PX) return
      if (!last) {
        row.setPointerCapture(pointerId)
        session.set({ isHolding: true, hovered: null })
        document.documentElement.style.cursor = 'grabbing'
      }
      last = event
      drag.show(session, onCanvas(session, event))
    }
    const onUp = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return
      const pointer = last && onCanvas(session, event)
      if (last) ignoreClick()
      finish()
      drag.drop(session, pointer)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !last) return
      event.stopImmediatePropagation()
      event.preventDefault()
      takeBack()
    }
    const options = { signal: own.signal }
    addEventListener('pointermove', onMove, options)
    addEventListener('pointerup', onUp, options)
    addEventListener('pointercancel', finish, options)
    addEventListener('blur', takeBack, options)
    addEventListener('keydown', onKey, { ...options, capture: true })
  }
}
