import { HANDLES, type Handle, type LayerId } from '@pictable/editor'
import {
  addGradientStop,
  draggingGradient,
  isGradientHandle,
} from '#dashboard/screens/editor/gradients/gradient-gesture.ts'
import { isInFrame, isInsideSelection, layersUnder, pick } from '#dashboard/screens/editor/session/pick.ts'
import { type Gesture, isDragged, type Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import { select, selectNone, toggle } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { panBy } from '#dashboard/screens/editor/session/view-actions.ts'
import { dragging } from './drag-gesture.ts'
import { drawing } from './draw-gesture.ts'
import { guideOf, guiding } from './guide-gesture.ts'
import { marking } from './marquee-gesture.ts'
import { bending, rounding, shaping } from './point-gestures.ts'
import { resizing } from './resize-gesture.ts'
import { rotating } from './rotate-gesture.ts'

const MIDDLE_BUTTON = 1

export function panning(session: EditorSession, { screen }: Pointer): Gesture {
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

/** A drag that starts once the pointer has moved far enough; before that it is a click. */
function afterMoving(start: Pointer, { drag, click }: { drag: () => Gesture; click: () => void }): Gesture {
  let active: Gesture | undefined
  return {
    get cursor() {
      return active?.cursor
    },
    get isElsewhere() {
      return active?.isElsewhere
    },
    move(pointer) {
      if (!active && isDragged(start, pointer)) active = drag()
      active?.move(pointer)
    },
    end(pointer) {
      if (active) active.end(pointer)
      else click()
    },
    cancel: () => active?.cancel(),
  }
}

/** What is pressed with the arrow: the selection, another layer, or nothing. */
function pressing(session: EditorSession, start: Pointer): Gesture {
  const { state } = session
  const layer = pick(state, start)
  const isEditable = state.readOnly === null
  const choose = () => {
    if (layer === undefined) selectNone(session)
    else if (start.shift) toggle(session, layer)
    else select(session, [layer])
  }
  const list = () => session.set({ stacked: { at: start.screen, layers: layersUnder(state, start) } })
  if (isInsideSelection(state, start) && !start.shift && isEditable) {
    return afterMoving(start, { drag: () => dragging(session, start), click: start.alt ? list : choose })
  }
  if (layer === undefined) {
    const leave = () => !start.shift && selectNone(session)
    const isOutside = state.entered !== null && !isInFrame(state, state.entered, { point: start.page })
    const mark = () => {
      if (isOutside) leave()
      return marking(session, start)
    }
    return afterMoving(start, { drag: mark, click: leave })
  }
  const drag = () => (isEditable ? dragging(session, start) : marking(session, start))
  if (start.alt) {
    const dragThat = () => {
      choose()
      return drag()
    }
    return afterMoving(start, { drag: dragThat, click: list })
  }
  choose()
  return afterMoving(start, { drag, click() {} })
}

const isHandle = (text: string): text is Handle => HANDLES.some((handle) => handle === text)

/** The handles of the overlay say what they are in `data-handle`. */
function grabbing(session: EditorSession, start: Pointer, name: string): Gesture | null {
  const [only] = session.state.selection
  const guide = guideOf(name)
  if (guide) return guiding(session, guide)
  if (name === 'rotate') return rotating(session, start)
  if (isHandle(name)) return resizing(session, start, name)
  if (isGradientHandle(name)) return draggingGradient(session, name)
  if (name === 'gradient') {
    return afterMoving(start, {
      drag: () => (only === undefined ? marking(session, start) : dragging(session, start)),
      click: () => addGradientStop(session, start),
    })
  }
  return only === undefined ? null : grabbingPoint(session, only, name)
}

function grabbingPoint(session: EditorSession, layer: LayerId, name: string): Gesture | null {
  if (name.startsWith('shape-')) return shaping(session, layer, name)
  if (name === 'start' || name === 'end') return bending(session, layer, name)
  const corners = { radius0: 0, radius1: 1, radius2: 2, radius3: 3 } as const
  const corner = Object.entries(corners).find(([key]) => key === name)?.[1]
  return corner === undefined ? null : rounding(session, layer, corner)
}

/** What a press of the pointer begins; null when it begins nothing. */
export function beginGesture(
  session: EditorSession,
  pointer: Pointer,
  { button, handle, isPanning }: { button: number; handle: string | undefined; isPanning: boolean },
): Gesture | null {
  if (button === MIDDLE_BUTTON || (button === 0 && isPanning)) return panning(session, pointer)
  if (button !== 0) return null
  const { tool, readOnly } = session.state
  if (readOnly === 'phone') return panning(session, pointer)
  if (tool === 'hand') return panning(session, pointer)
  if (readOnly === null && tool !== 'select') return drawing(session, pointer, tool)
  if (readOnly === null && handle !== undefined) return grabbing(session, pointer, handle)
  return pressing(session, pointer)
}
