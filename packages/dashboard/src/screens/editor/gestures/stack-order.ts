import { type Box, childrenOf, type LayerId, layerAt, type Point, parentOf } from '@pictable/editor'
import { orderSelection } from '#dashboard/screens/editor/session/arrange-actions.ts'
import { laidOutOf } from '#dashboard/screens/editor/session/laid-out.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'

/** A row or column whose layers follow each other. */
export interface Stack {
  readonly group: LayerId
  readonly isRow: boolean
  readonly wraps: boolean
  readonly gap: number
  readonly moved: readonly LayerId[]
  /** What flows in it and is not moved, with the boxes in its coordinates. */
  readonly others: readonly { readonly id: LayerId; readonly box: Box }[]
}

/** Anchored layers follow their anchor, masks are not drawn: neither is part of the flow. */
function isInFlow(state: EditorState, id: LayerId, siblings: readonly LayerId[]): boolean {
  const layer = layerAt(state.document, id)
  const cuts = siblings.some((sibling) => layerAt(state.document, sibling)?.mask?.layer === layer?.name)
  return layer !== undefined && layer.anchor === undefined && !cuts && placeOf(state, id) !== undefined
}

/** The row or column that all of these layers flow in. */
export function stackAround(state: EditorState, ids: readonly LayerId[]): Stack | undefined {
  const { document } = state
  const [first] = ids
  const group = first === undefined ? null : parentOf(document, first)
  const layer = group === null ? undefined : layerAt(document, group)
  if (group === null || layer?.type !== 'group' || (layer.layout !== 'row' && layer.layout !== 'column'))
    return undefined
  const siblings = childrenOf(document, group)
  if (!ids.every((id) => isInFlow(state, id, siblings))) return undefined
  const boxes = laidOutOf(state)
  const others = siblings.flatMap((id) => {
    const box = boxes[id]
    return box && !ids.includes(id) && isInFlow(state, id, siblings) ? [{ id, box }] : []
  })
  const gap = typeof layer.gap === 'number' ? layer.gap : 0
  return { group, isRow: layer.layout === 'row', wraps: layer.wrap === true, gap, moved: ids, others }
}

const KEYS_ALONG = { row: ['ArrowLeft', 'ArrowRight'], column: ['ArrowUp', 'ArrowDown'] }

/** In a row or column, whose layers have no place of their own, an arrow changes their order. @returns whether they are in one */
export function stepInStack(session: EditorSession, key: string): boolean {
  const { state } = session
  const stack = stackAround(state, state.selection)
  if (!stack) return false
  const [back, forth] = KEYS_ALONG[stack.isRow ? 'row' : 'column']
  if (key === back) orderSelection(session, 'backward')
  if (key === forth) orderSelection(session, 'forward')
  return true
}

interface Slot {
  /** Among the layers of the group that are not moved. */
  readonly index: number
  /** The line where the layers would go, in the coordinates of the group. */
  readonly line: readonly [Point, Point]
}

/** Swaps the axes: a column is a row on its side. */
const turned = ({ x, y, width, height }: Box): Box => ({ x: y, y: x, width: height, height: width })

/** Where layers that are dragged to a point inside the stack would go. */
export function slotAt(state: EditorState, stack: Stack, point: Point): Slot {
  const { isRow, wraps, gap, moved, others } = stack
  const flow = others.map(({ id, box }) => ({ id, box: isRow ? box : turned(box) }))
  const at = isRow ? point : { x: point.y, y: point.x }
  const isBefore = ({ x, y, width, height }: Box) => {
    if (wraps && (at.y < y || at.y > y + height)) return at.y > y + height
    return x + width / 2 < at.x
  }
  const count = flow.filter(({ box }) => isBefore(box)).length
  const [before, after] = [flow[count - 1], flow[count]]
  const siblings = childrenOf(state.document, stack.group).filter((id) => !moved.includes(id))
  const index = after ? siblings.indexOf(after.id) : siblings.length
  // At the end of a line, the slot is behind the last one of it.
  const near = before && after && after.box.x < before.box.x + before.box.width ? undefined : after
  const ends = [before?.box, near?.box].flatMap((box) => box ?? [])
  const place = placeBetween(before?.box, near?.box, gap)
  const from = Math.min(...ends.map(({ y }) => y), ...(ends.length === 0 ? [0] : []))
  const to = Math.max(...ends.map(({ y, height }) => y + height), ...(ends.length === 0 ? [1] : []))
  const line = [
    { x: place, y: from },
    { x: place, y: to },
  ] as const
  const [start, end] = isRow
    ? line
    : ([
        { x: from, y: place },
        { x: to, y: place },
      ] as const)
  return { index, line: [start, end] }
}

function placeBetween(before: Box | undefined, after: Box | undefined, gap: number): number {
  if (before && after) return (before.x + before.width + after.x) / 2
  if (before) return before.x + before.width + gap / 2
  return after ? after.x - gap / 2 : 0
}
