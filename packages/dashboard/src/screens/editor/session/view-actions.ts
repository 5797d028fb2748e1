import { type Box, boxAround, cornersOf, type Point, parentOf, type Size, union } from '@pictable/editor'
import type { Frame } from '#dashboard/screens/editor/engine/engine.ts'
import type { EditorSession } from './session.ts'
import { type EditorState, placeOf } from './state.ts'
import { fit, keepInSight, pan, reveal, type View, zoomAt, zoomStep } from './view.ts'

export const pageOf = ({ document: { design } }: EditorState) => ({
  x: 0,
  y: 0,
  width: design.width,
  height: design.height,
})
const middleOf = ({ window }: EditorState): Point => ({ x: window.width / 2, y: window.height / 2 })

const drawnBoxes = new WeakMap<Frame, Box>()

/** Layers beside the page are looked at as well, and texts that leave their boxes. */
function drawnBox(frame: Frame): Box {
  const known = drawnBoxes.get(frame)
  if (known) return known
  const { width, height } = frame.design
  const layers = [...frame.placed.values()].flatMap(({ bounds, textBounds, matrix }) =>
    textBounds ? [bounds, boxAround(cornersOf(textBounds, matrix))] : bounds,
  )
  const box = union([{ x: 0, y: 0, width, height }, ...layers])
  drawnBoxes.set(frame, box)
  return box
}

export function setView(session: EditorSession, view: View): void {
  const { state } = session
  const page = pageOf(state)
  const box = state.frame ? union([page, drawnBox(state.frame)]) : page
  session.set({ view: keepInSight(view, box, state.window) })
}

export const panBy = (session: EditorSession, by: Point): void => setView(session, pan(session.state.view, by))

/** Zooms by a factor at a point of the window. */
export function zoomBy(session: EditorSession, factor: number, point: Point): void {
  const { view } = session.state
  setView(session, zoomAt(view, point, view.zoom * factor))
}

export function zoomTo(session: EditorSession, zoom: number): void {
  const { state } = session
  setView(session, zoomAt(state.view, middleOf(state), zoom))
}

export function stepZoom(session: EditorSession, direction: 1 | -1): void {
  zoomTo(session, zoomStep(session.state.view.zoom, direction))
}

export function fitPage(session: EditorSession): void {
  const { state } = session
  session.set({ view: fit(pageOf(state), state.window) })
}

export function fitSelection(session: EditorSession): void {
  const { state } = session
  const box = boundsOfSelection(state)
  if (box) session.set({ view: fit(box, state.window) })
}

/** The upright box around what is selected, on the page. */
export function boundsOfSelection(state: EditorState) {
  const boxes = state.selection.flatMap((id) => placeOf(state, id)?.bounds ?? [])
  return boxes.length === 0 ? null : union(boxes)
}

/** The upright box of the group that what is selected is in; else the page. */
export function boxAroundSelection(state: EditorState): Box {
  const [first] = state.selection
  const parent = first === undefined ? null : parentOf(state.document, first)
  return (parent === null ? undefined : placeOf(state, parent)?.bounds) ?? pageOf(state)
}

/** Moves the view to the selection if none of it is seen. */
export function revealSelection(session: EditorSession): void {
  const { state } = session
  const box = boundsOfSelection(state)
  if (box) session.set({ view: reveal(state.view, box, state.window) })
}

const isSame = (one: View, other: View) => one.zoom === other.zoom && one.x === other.x && one.y === other.y

/** The window got this size: a page that was fitted into it still is, else what was in the middle stays there. */
export function setWindow(session: EditorSession, window: Size): void {
  const { state } = session
  if (state.window.width === 0 || isSame(state.view, fit(pageOf(state), state.window))) {
    session.set({ window, view: fit(pageOf(state), window) })
    return
  }
  const by = { x: (window.width - state.window.width) / 2, y: (window.height - state.window.height) / 2 }
  session.set({ window, view: pan(state.view, by) })
}

/** Opens the text of the layer that is selected, else of the whole design; closes it again. */
export function toggleSource(session: EditorSession): void {
  const { source, selection } = session.state
  session.set({ source: source !== null ? null : selection.length === 1 ? 'layer' : 'design' })
}
