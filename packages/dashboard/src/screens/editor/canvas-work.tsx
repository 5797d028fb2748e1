import type { Point } from '@pictable/editor'
import { useLayoutEffect } from 'react'
import { select, selectNone } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { OpenMenu } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { Announcer } from './canvas/announcer.tsx'
import type { OnCanvasProps } from './canvas/canvas.tsx'
import { EmptyHint } from './canvas/empty-hint.tsx'
import { ExactCanvas, ExactMark } from './canvas/exact-picture.tsx'
import { LayerNotes } from './canvas/layer-notes.tsx'
import { Overlay } from './canvas/overlay.tsx'
import { Rulers } from './canvas/rulers.tsx'
import { TextWork } from './canvas/text/text-work.tsx'
import { useClipboard } from './canvas/use-clipboard.ts'
import { useDrop } from './canvas/use-drop.ts'
import { useKeys } from './canvas/use-keys.ts'
import { handleOf, usePointer } from './canvas/use-pointer.ts'
import { useWheel } from './canvas/use-wheel.ts'
import { CropOverlay } from './crop/crop-overlay.tsx'
import { guideOf } from './gestures/guide-gesture.ts'
import { isInsideSelection, layersUnder, pick } from './session/pick.ts'
import { isOnPage, pointerAt } from './session/pointer.ts'
import { toScreen } from './session/view.ts'
import { boundsOfSelection } from './session/view-actions.ts'

/** The Menu key and Shift+F10 have no place: they ask for the menu of the selection. Chromium says no button, Firefox no pointer. */
const isByKey = (event: MouseEvent) => event.button < 0 || (event instanceof PointerEvent && event.pointerType === '')

/** Where the selection is seen, else the middle of the canvas. */
function middleOfSelection({ state }: EditorSession): Point {
  const { window } = state
  const box = boundsOfSelection(state)
  const middle = box && toScreen(state.view, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
  const within = (place: number, side: number) => Math.min(side, Math.max(0, place))
  return {
    x: middle ? within(middle.x, window.width) : window.width / 2,
    y: middle ? within(middle.y, window.height) : window.height / 2,
  }
}

/** Selects what a menu is asked for, unless it is part of the selection or a guide. */
function pressed(session: EditorSession, canvas: HTMLElement, event: MouseEvent): OpenMenu {
  event.preventDefault()
  const { left, top } = canvas.getBoundingClientRect()
  const byKey = isByKey(event)
  const screen = byKey ? middleOfSelection(session) : { x: event.clientX - left, y: event.clientY - top }
  const at = { x: screen.x + left, y: screen.y + top }
  const { axis, index } = guideOf(handleOf(event) ?? '') ?? { index: null }
  if (!byKey && axis && index !== null) return { at, under: [], guide: { axis, index }, from: canvas }
  const pointer = pointerAt(session, screen, event)
  const under = layersUnder(session.state, pointer)
  if (!byKey && !isInsideSelection(session.state, pointer)) {
    const layer = pick(session.state, pointer)
    if (layer === undefined) selectNone(session)
    else select(session, [layer])
  }
  return { at, under, from: canvas }
}

/** What a person does on the canvas, and what is shown for that above the page. */
export function CanvasWork({ canvas }: OnCanvasProps) {
  const session = useSession()
  useWheel(canvas)
  usePointer(canvas)
  useKeys(canvas)
  useClipboard(canvas)
  useDrop(canvas)
  // With the picture, not after it: what is pressed in between would be lost.
  useLayoutEffect(() => {
    const target = canvas.current
    if (!target) return
    const open = (event: MouseEvent) => isOnPage(event) && session.set({ menu: pressed(session, target, event) })
    target.addEventListener('contextmenu', open)
    return () => target.removeEventListener('contextmenu', open)
  }, [session, canvas])
  return (
    <>
      <ExactCanvas />
      <EmptyHint />
      <LayerNotes />
      <Overlay />
      <TextWork canvas={canvas} />
      <Rulers />
      <ExactMark />
      <CropOverlay />
      <Announcer />
    </>
  )
}
