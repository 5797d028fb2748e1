import { ancestorsOf, cornersOf, invert, type LayerId, layerAt, type Point, transform } from '@pictable/editor'
import { laidOutOf } from '#dashboard/screens/editor/session/laid-out.ts'
import { reparentCommand } from '#dashboard/screens/editor/session/reparent.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, NO_MARKS, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { isInFrame } from './drop-group.ts'
import type { Gesture, Pointer } from './pointer.ts'
import { type Stack, slotAt } from './stack-order.ts'

/** So far outside of the stack, in CSS pixels, layers still belong to it. */
const LEAVE_PX = 12
const NOTHING = { type: 'batch', commands: [] } as const

/** The corners of layers on the page, moved by an offset. */
function ghostsOf(state: EditorState, ids: readonly LayerId[], offset: Point): readonly (readonly Point[])[] {
  return ids.flatMap((id) => {
    const place = placeOf(state, id)
    if (!place) return []
    const corners = cornersOf({ x: 0, y: 0, width: place.width, height: place.height }, place.matrix)
    return [corners.map(({ x, y }) => ({ x: x + offset.x, y: y + offset.y }))]
  })
}

/** The nearest group around a stack in which layers are free and that is under the pointer, else the page. */
function freeGroupAround(state: EditorState, group: LayerId, point: Point): LayerId | null {
  const around = ancestorsOf(state.document, group).findLast((id) => {
    const layer = layerAt(state.document, id)
    return layer?.type === 'group' && (layer.layout ?? 'free') === 'free' && isInFrame(state, id, { point })
  })
  return around ?? null
}

/** Drags layers of a row or column: inside it they get another place in the order, outside they leave it. */
export function reordering(session: EditorSession, start: Pointer, stack: Stack): Gesture {
  const { state } = session
  const moved = state.selection
  const matrix = placeOf(state, stack.group)?.matrix
  const inverse = matrix && invert(matrix)
  let index: number | undefined
  session.begin()
  return {
    cursor: 'default',
    move({ page }) {
      if (!matrix || !inverse) return
      const offset = { x: page.x - start.page.x, y: page.y - start.page.y }
      if (isInFrame(state, stack.group, { point: page, room: LEAVE_PX / session.state.view.zoom })) {
        const slot = slotAt(state, stack, transform(inverse, page))
        index = slot.index
        session.update(NOTHING)
        const [from, to] = slot.line.map((point) => transform(matrix, point))
        const insertion = from && to ? { from, to } : null
        session.set({ marks: { ...NO_MARKS, insertion, ghosts: ghostsOf(state, moved, offset) } })
        return
      }
      index = undefined
      const parent = freeGroupAround(state, stack.group, page)
      session.update(reparentCommand(state, moved, { parent, offset, isWhole: true }))
      session.set({ marks: NO_MARKS })
    },
    end() {
      if (index !== undefined) {
        session.update({ type: 'move', layers: moved, parent: stack.group, index, laidOut: laidOutOf(state) })
      }
      session.end()
    },
    cancel: () => session.cancel(),
  }
}
