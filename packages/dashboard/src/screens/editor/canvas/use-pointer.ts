import { type RefObject, useEffect } from 'react'
import { select, toggle } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { panBy } from '#dashboard/screens/editor/session/view-actions.ts'
import { pick } from './pick.ts'
import { type Gesture, type Pointer, pointerAt } from './pointer.ts'

function panning(session: EditorSession, { screen }: Pointer): Gesture {
  let last = screen
  return {
    cursor: 'grabbing',
    move(pointer) {
      panBy(session, { x: pointer.screen.x - last.x, y: pointer.screen.y - last.y })
      last = pointer.screen
    },
    end() {},
    cancel() {},
  }
}

const MIDDLE_BUTTON = 1

function begin(session: EditorSession, event: PointerEvent, pointer: Pointer): Gesture | null {
  if (event.button === MIDDLE_BUTTON) return panning(session, pointer)
  if (event.button !== 0) return null
  const layer = pick(session.state, pointer)
  if (layer === undefined) select(session, [])
  else if (pointer.shift) toggle(session, layer)
  else select(session, [layer])
  return null
}

/** What the pointer does on the canvas. */
export function usePointer(element: RefObject<HTMLElement | null>): void {
  const session = useSession()
  useEffect(() => {
    const target = element.current
    if (!target) return
    const stop = new AbortController()
    const options = { signal: stop.signal }
    let gesture: Gesture | null = null
    const read = (event: MouseEvent): Pointer => {
      const { left, top } = target.getBoundingClientRect()
      return pointerAt(session, { x: event.clientX - left, y: event.clientY - top }, event)
    }
    const onDown = (event: PointerEvent) => {
      gesture ??= begin(session, event, read(event))
      if (gesture) target.setPointerCapture(event.pointerId)
      target.style.cursor = gesture?.cursor ?? ''
    }
    const onMove = (event: PointerEvent) => {
      const pointer = read(event)
      if (gesture) gesture.move(pointer)
      else session.set({ hovered: pick(session.state, pointer) ?? null })
    }
    const finish = (how: (active: Gesture) => void) => {
      if (gesture) how(gesture)
      gesture = null
      target.style.cursor = ''
    }
    target.addEventListener('pointerdown', onDown, options)
    target.addEventListener('pointermove', onMove, options)
    target.addEventListener('pointerup', (event) => finish((active) => active.end(read(event))), options)
    target.addEventListener('pointercancel', () => finish((active) => active.cancel()), options)
    target.addEventListener('pointerleave', () => session.set({ hovered: null }), options)
    return () => stop.abort()
  }, [element, session])
}
