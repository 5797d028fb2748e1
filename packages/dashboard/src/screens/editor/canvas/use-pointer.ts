import { HANDLES } from '@pictable/editor'
import { type RefObject, useLayoutEffect } from 'react'
import { fitBoxes } from '#dashboard/screens/editor/commands/text-actions.ts'
import { beginGesture } from '#dashboard/screens/editor/gestures/begin-gesture.ts'
import { startCrop } from '#dashboard/screens/editor/session/crop-actions.ts'
import { layersUnder, pick } from '#dashboard/screens/editor/session/pick.ts'
import { type Gesture, isOnPage, type Pointer, pointerAt } from '#dashboard/screens/editor/session/pointer.ts'
import { enterLayer } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { panBy } from '#dashboard/screens/editor/session/view-actions.ts'
import { Pinch } from './pinch.ts'
import { isForOthers, isOnControl } from './use-keys.ts'

/** How near to the edge a drag scrolls the view, and how far per frame, in CSS pixels. */
const EDGE_PX = 24
const SCROLL_PX = 12

function scrollBeyond(session: EditorSession, { screen }: Pointer): boolean {
  const { window } = session.state
  const along = (place: number, side: number) => (place < EDGE_PX ? SCROLL_PX : place > side - EDGE_PX ? -SCROLL_PX : 0)
  const by = { x: along(screen.x, window.width), y: along(screen.y, window.height) }
  if (by.x === 0 && by.y === 0) return false
  panBy(session, by)
  return true
}

/** The gesture under way on a canvas: one at a time, from a press to its release. */
class ActiveGesture {
  #gesture: Gesture | null = null
  #last: { screen: Pointer['screen']; held: MouseEvent | KeyboardEvent } | undefined
  #frame = 0
  readonly #session: EditorSession
  readonly #target: HTMLElement

  constructor(session: EditorSession, target: HTMLElement) {
    this.#session = session
    this.#target = target
  }

  get isActive(): boolean {
    return this.#gesture !== null
  }

  begin(gesture: Gesture | null, event: PointerEvent): void {
    if (!gesture) return
    this.#gesture = gesture
    this.#last = undefined
    this.#target.setPointerCapture(event.pointerId)
    this.#session.set({ isHolding: true, hovered: null })
    this.#target.style.cursor = gesture.cursor ?? ''
  }

  /** The pointer moved, or a key that is held with it changed. */
  move(screen: Pointer['screen'], held: MouseEvent | KeyboardEvent): void {
    this.#last = { screen, held }
    const pointer = pointerAt(this.#session, screen, held)
    this.#gesture?.move(pointer)
    this.#target.style.cursor = this.#gesture?.cursor ?? this.#target.style.cursor
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => {
      if (!this.#gesture || this.#gesture.isElsewhere || !this.#target.hasAttribute('data-drags')) return
      if (scrollBeyond(this.#session, pointer)) this.move(screen, held)
    })
  }

  /** Shift, Alt or Mod was pressed or released while the pointer rests. */
  hold(event: KeyboardEvent): void {
    if (this.#gesture && this.#last) this.move(this.#last.screen, event)
  }

  finish(how: (gesture: Gesture) => void): void {
    const gesture = this.#gesture
    if (!gesture) return
    this.#gesture = null
    cancelAnimationFrame(this.#frame)
    try {
      how(gesture)
    } finally {
      this.#target.style.cursor = ''
      this.#session.set({ isHolding: false, marks: NO_MARKS })
    }
  }
}

/** The name of the handle that is under the pointer. */
export function handleOf({ target }: Event): string | undefined {
  const handle = target instanceof Element ? target.closest('[data-handle]') : null
  return handle?.getAttribute('data-handle') ?? undefined
}

/** On a side or corner of a text, its box goes around the lines. */
function onDoubleHandle(session: EditorSession, handle: string): void {
  const isSide = HANDLES.some((each) => each === handle)
  if (isSide && session.state.readOnly === null) fitBoxes(session)
}

const isSpaceFree = (event: KeyboardEvent) => !isForOthers(event) && !isOnControl()

/** What the pointer does on the canvas. */
export function usePointer(element: RefObject<HTMLElement | null>): void {
  const session = useSession()
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const active = new ActiveGesture(session, target)
    const pinch = new Pinch(session)
    let isSpace = false
    /** The handle of the last press: the canvas captures it, so a double click does not say. */
    let pressedHandle: string | undefined
    let corner = { left: 0, top: 0 }
    const placeOf = (event: MouseEvent) => {
      // A gesture changes what is laid out; the canvas itself stays where it was at the press.
      if (!active.isActive) corner = target.getBoundingClientRect()
      return { x: event.clientX - corner.left, y: event.clientY - corner.top }
    }
    const read = (event: MouseEvent): Pointer => pointerAt(session, placeOf(event), event)

    const onDown = (event: PointerEvent) => {
      if (!isOnPage(event)) return
      if (pinch.down(event, placeOf(event))) return active.finish((gesture) => gesture.cancel())
      if (active.isActive) return
      // A ring is for those who come by keyboard, as long as they stay with it.
      if (target.matches(':focus-visible')) target.blur()
      target.focus({ preventScroll: true, focusVisible: false })
      const handle = handleOf(event)
      pressedHandle = handle
      const press = { button: event.button, handle, isPanning: isSpace }
      const isPan = event.button === 1 || isSpace
      target.toggleAttribute('data-drags', !isPan)
      active.begin(beginGesture(session, read(event), press), event)
      if (event.button === 1) event.preventDefault()
    }
    const onMove = (event: PointerEvent) => {
      pinch.move(event, placeOf(event))
      if (pinch.isActive) return
      if (active.isActive) active.move(placeOf(event), event)
      else if (!isOnPage(event)) session.set({ hovered: null, isMeasuring: false })
      else session.set({ hovered: pick(session.state, read(event)) ?? null, isMeasuring: event.altKey })
    }
    const onDouble = (event: MouseEvent) => {
      if (!isOnPage(event)) return
      if (pressedHandle !== undefined) return onDoubleHandle(session, pressedHandle)
      const [deepest] = layersUnder(session.state, read(event))
      if (deepest === undefined) return
      // A group is entered first; a picture that is selected already shows all of itself.
      if (session.state.selection.includes(deepest)) startCrop(session, deepest)
      else enterLayer(session, deepest)
    }
    const onSpace = (event: KeyboardEvent) => {
      const isDown = event.type === 'keydown'
      // Released anywhere, it is no longer held.
      if (isDown ? !isSpaceFree(event) : !isSpace) return
      isSpace = isDown
      target.style.cursor = isDown && !active.isActive ? 'grab' : ''
      event.preventDefault()
    }
    const onKey = (event: KeyboardEvent) => {
      const isDown = event.type === 'keydown'
      if (event.code === 'Space') onSpace(event)
      if (event.key === 'Alt' && !active.isActive) session.set({ isMeasuring: isDown })
      if (isDown && event.key === 'Escape' && active.isActive) {
        event.stopImmediatePropagation()
        active.finish((gesture) => gesture.cancel())
      } else if (['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) active.hold(event)
    }
    const cancel = () => {
      isSpace = false
      active.finish((gesture) => gesture.cancel())
    }
    target.addEventListener('pointerdown', onDown, options)
    target.addEventListener('pointermove', onMove, options)
    const onUp = (event: PointerEvent) => {
      if (!pinch.up(event)) active.finish((gesture) => gesture.end(read(event)))
    }
    const onCancel = (event: PointerEvent) => {
      pinch.up(event)
      cancel()
    }
    target.addEventListener('pointerup', onUp, options)
    target.addEventListener('pointercancel', onCancel, options)
    target.addEventListener('lostpointercapture', cancel, options)
    target.addEventListener('dblclick', onDouble, options)
    target.addEventListener('pointerleave', () => session.set({ hovered: null, isMeasuring: false }), options)
    addEventListener('keydown', onKey, { ...options, capture: true })
    addEventListener('keyup', onKey, { ...options, capture: true })
    addEventListener('blur', cancel, options)
    return () => stop.abort()
  }, [element, session])
}
