import {
  type Command,
  type Frame,
  isBound,
  type LayerId,
  layerAt,
  type Matrix,
  moveAnchored,
  normalizeSelection,
  offsetInside,
  type Point,
  parentOf,
  rounded,
} from '@pictable/editor'
import { frameIn, parentMatrix } from './laid-out.ts'
import { type EditorState, isLocked } from './state.ts'

const FRAME_KEYS = ['x', 'y', 'width', 'height', 'rotation'] as const
type FrameKey = (typeof FRAME_KEYS)[number]

/** Sets one property, unless it takes its value from a record: that is not replaced by a gesture. */
export function setUnbound(state: EditorState, target: LayerId, [key, value]: readonly [string, unknown]): Command[] {
  const layer = layerAt(state.document, target)
  const before: unknown = layer && Reflect.get(layer, key)
  return isBound(before) || before === value ? [] : [{ type: 'set', target, path: [key], value }]
}

/** Gives a layer another frame: only what changed is written. */
export function placeCommands(
  state: EditorState,
  target: LayerId,
  { before, after }: { before: Frame; after: Frame },
): Command[] {
  const changed = FRAME_KEYS.filter((key: FrameKey) => Math.abs(after[key] - before[key]) > 0.0005)
  return changed.flatMap((key) => setUnbound(state, target, [key, rounded(after[key])]))
}

interface Moved {
  readonly id: LayerId
  readonly frame: Frame
  readonly outer: Matrix
}

/** Where selected layers are, as far as they are drawn and not locked. */
export function movedLayers(state: EditorState, ids: readonly LayerId[]): readonly Moved[] {
  return normalizeSelection(state.document, ids).flatMap((id) => {
    const frame = isLocked(state.document, id) ? undefined : frameIn(state, id)
    return frame ? [{ id, frame, outer: parentMatrix(state, parentOf(state.document, id)) }] : []
  })
}

/** Moves layers by an offset on the page. What is anchored changes its gap. */
export function moveCommands(state: EditorState, moved: readonly Moved[], offset: Point): Command[] {
  return moved.flatMap(({ id, frame, outer }) => {
    const inside = offsetInside(offset, outer)
    const anchor = layerAt(state.document, id)?.anchor
    if (!anchor) return placedAt(state, { id, frame }, inside)
    const { gap, offset: rest } = moveAnchored(anchor, inside)
    const along: Command[] =
      gap === (anchor.gap ?? 0) ? [] : [{ type: 'set', target: id, path: ['anchor', 'gap'], value: gap }]
    return anchor.align === undefined ? [...along, ...placedAt(state, { id, frame }, rest)] : along
  })
}

function placedAt(state: EditorState, { id, frame }: Pick<Moved, 'id' | 'frame'>, { x, y }: Point): Command[] {
  const round = (value: number) => Math.round(value * 1000) / 1000
  return [
    ...(x === 0 ? [] : setUnbound(state, id, ['x', round(frame.x + x)])),
    ...(y === 0 ? [] : setUnbound(state, id, ['y', round(frame.y + y)])),
  ]
}
