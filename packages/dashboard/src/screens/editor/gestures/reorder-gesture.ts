import { ancestorsOf, cornersOf, invert, type LayerId, layerAt, type Point, transform } from '@pictable/editor'
import { laidOutOf } from '#dashboard/screens/editor/session/laid-out.ts'
import { isInFrame } from '#dashboard/screens/editor/session/pick.ts'
import type { Gesture, Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import { reparentCommand } from '#dashboard/screens/editor/session/reparent.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, NO_MARKS, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { type TreeTarget, treeAt } from '#dashboard/screens/editor/session/tree-target.ts'
import { DropGroup } from './drop-group.ts'
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

interface Dragged {
  /** As it was when the drag began. */
  readonly state: EditorState
  readonly stack: Stack
}

/** Shows the place in the order of the stack at which layers would go; undefined when the pointer is outside of it. */
function placeInside(
  session: EditorSession,
  { state, stack }: Dragged,
  { page, offset }: { page: Point; offset: Point },
): number | undefined {
  const matrix = placeOf(state, stack.group)?.matrix
  const inverse = matrix && invert(matrix)
  const room = LEAVE_PX / session.state.view.zoom
  if (!inverse || !isInFrame(state, stack.group, { point: page, room })) return undefined
  const slot = slotAt(state, stack, transform(inverse, page))
  const [from, to] = slot.line.map((point) => transform(matrix, point))
  const insertion = from && to ? { from, to } : null
  session.update(NOTHING)
  session.set({ marks: { ...NO_MARKS, insertion, ghosts: ghostsOf(state, state.selection, offset) } })
  return slot.index
}

/** Drags layers of a row or column: inside it they get another place in the order, outside they are moved as any others. */
export function reordering(session: EditorSession, { state, start, stack }: Dragged & { start: Pointer }): Gesture {
  const moved = state.selection
  let index: number | undefined
  let [outside, offset]: [LayerId | null, Point] = [null, { x: 0, y: 0 }]
  let tree: TreeTarget | undefined
  const group = new DropGroup(state, moved, () => show())
  session.begin()
  function show(): void {
    // Held over a group, the layers are in front of it until they are released.
    const parent = group.target === null ? outside : null
    session.update(reparentCommand(state, moved, { parent, offset, isWhole: true }))
    session.set({ marks: { ...NO_MARKS, target: group.target } })
  }
  return {
    cursor: 'default',
    get isElsewhere() {
      return tree !== undefined
    },
    move({ page, screen }) {
      index = undefined
      tree = treeAt(session, screen, moved)
      if (tree) {
        group.stop()
        session.update(NOTHING)
        session.set({ marks: NO_MARKS })
        return
      }
      offset = { x: page.x - start.page.x, y: page.y - start.page.y }
      index = placeInside(session, { state, stack }, { page, offset })
      if (index !== undefined) {
        group.leave()
        return
      }
      outside = freeGroupAround(state, stack.group, page)
      group.at(page)
      show()
    },
    end() {
      group.stop()
      if (tree) {
        session.cancel()
        tree.drop(moved)
        return
      }
      if (group.target !== null) {
        session.update(reparentCommand(state, moved, { parent: group.target, offset, isWhole: true }))
      }
      if (index !== undefined) {
        session.update({ type: 'move', layers: moved, parent: stack.group, index, laidOut: laidOutOf(state) })
      }
      session.end()
    },
    cancel() {
      group.stop()
      tree?.leave()
      session.cancel()
    },
  }
}
