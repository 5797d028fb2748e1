import { ancestorsOf, type Box, idAt, invert, type LayerId, type Point, parentOf, transform } from '@pictable/editor'
import { hitTest } from '@pictable/renderer/browser'
import type { Pointer } from './pointer.ts'
import { type EditorState, isLocked, placeOf } from './state.ts'
import { boundsOfSelection } from './view-actions.ts'

/** Thin lines and small texts are hit within this distance. */
const MARGIN_PX = 4

/** The layers under the pointer, the top-most first. */
export function layersUnder({ document, frame, view }: EditorState, { page }: Pointer): readonly LayerId[] {
  const hits = frame?.laidOut ? hitTest(frame.laidOut, page, { margin: MARGIN_PX / view.zoom }) : []
  return hits.flatMap((path) => idAt(document, path) ?? []).filter((id) => !isLocked(document, id))
}

/** The ancestor of a layer, or itself, whose parent is a group; undefined when it is not inside of that. */
export function childOf(state: EditorState, layer: LayerId, parent: LayerId | null): LayerId | undefined {
  let at: LayerId | null = layer
  while (at !== null) {
    const above: LayerId | null = parentOf(state.document, at)
    if (above === parent) return at
    at = above
  }
  return undefined
}

/**
 * What a click selects: among the children of the entered group, else of the groups around it. The deepest layer
 * with Mod.
 */
export function pick(state: EditorState, pointer: Pointer): LayerId | undefined {
  const [deepest] = layersUnder(state, pointer)
  if (deepest === undefined || pointer.mod) return deepest
  let level = state.entered
  for (;;) {
    const found = childOf(state, deepest, level)
    if (found !== undefined || level === null) return found
    level = parentOf(state.document, level)
  }
}

const isInBox = ({ width, height, ...from }: Box, { x, y }: Point): boolean =>
  x >= from.x && y >= from.y && x <= from.x + width && y <= from.y + height

/** Whether a point of the page is in the frame of a layer, whatever is painted there; `room` makes it larger. */
export function isInFrame(
  state: EditorState,
  id: LayerId,
  { point, room = 0 }: { point: Point; room?: number },
): boolean {
  const place = placeOf(state, id)
  const inverse = place && invert(place.matrix)
  if (!inverse) return false
  const box = { x: -room, y: -room, width: place.width + 2 * room, height: place.height + 2 * room }
  return isInBox(box, transform(inverse, point))
}

/** Whether the pointer is on what is selected or in its box, whatever is above it: a text is mostly gaps. */
export function isInsideSelection(state: EditorState, pointer: Pointer): boolean {
  const { page } = pointer
  const free = state.selection.filter((id) => !isLocked(state.document, id))
  if (free.some((id) => isInFrame(state, id, { point: page }))) return true
  const box = free.length > 1 ? boundsOfSelection({ ...state, selection: free }) : null
  if (box && isInBox(box, page)) return true
  const under = layersUnder(state, pointer)
  return free.some((selected) =>
    under.some((id) => id === selected || ancestorsOf(state.document, id).includes(selected)),
  )
}
