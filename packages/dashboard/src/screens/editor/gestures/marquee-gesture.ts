import { type Box, boxAround, childrenOf, cornersOf, type LayerId, type Point } from '@pictable/editor'
import type { Gesture, Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, isLocked, NO_MARKS, placeOf } from '#dashboard/screens/editor/session/state.ts'

/** Whether a turned box and an upright one share a point: no side of either keeps them apart. */
function touches(corners: readonly Point[], area: Box): boolean {
  const others = cornersOf(area)
  const axes = [corners, others].flatMap((polygon) =>
    polygon.slice(0, 2).map((point, at) => {
      const next = polygon[at + 1] ?? point
      return { x: next.y - point.y, y: point.x - next.x }
    }),
  )
  return axes.every((axis) => {
    const along = (points: readonly Point[]) => points.map(({ x, y }) => x * axis.x + y * axis.y)
    const [own, its] = [along(corners), along(others)]
    return Math.max(...own) >= Math.min(...its) && Math.max(...its) >= Math.min(...own)
  })
}

/** The layers of the level that an area touches. */
function layersIn(state: EditorState, area: Box): readonly LayerId[] {
  return childrenOf(state.document, state.entered).filter((id) => {
    const place = placeOf(state, id)
    if (!place || isLocked(state.document, id)) return false
    return touches(cornersOf({ x: 0, y: 0, width: place.width, height: place.height }, place.matrix), area)
  })
}

/** Selects what the dragged area touches; with Shift it is added to the selection, or taken away. */
export function marking(session: EditorSession, start: Pointer): Gesture {
  const before = session.state.selection
  return {
    cursor: 'crosshair',
    move(pointer) {
      const area = boxAround([start.page, pointer.page])
      const found = layersIn(session.state, area)
      const kept = before.filter((id) => !found.includes(id))
      select(session, pointer.shift ? [...kept, ...found.filter((id) => !before.includes(id))] : found)
      session.set({ marks: { ...NO_MARKS, area } })
    },
    end() {},
    cancel: () => select(session, before),
  }
}
