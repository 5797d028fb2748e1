import {
  type Box,
  boundsOfFrame,
  type Command,
  childrenOf,
  directionOf,
  type Frame,
  frameOf,
  frameOfBox,
  type Handle,
  invert,
  type LayerId,
  layerAt,
  lengthFactor,
  type Matrix,
  parentOf,
  resizeFrame,
  rounded,
  type Scale,
  scaleFrame,
  snapResize,
  transformVector,
  union,
} from '@pictable/editor'
import { laidOutOf, parentMatrix } from '#dashboard/screens/editor/session/laid-out.ts'
import { movedLayers, placeCommands, setUnbound } from '#dashboard/screens/editor/session/place-commands.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import type { Gesture, Pointer } from './pointer.ts'
import { SNAP_PX, snapTargets } from './snap-targets.ts'

/** Kinds whose content would be distorted. */
const KEEPS_RATIO = new Set(['image', 'svg', 'qr-code', 'barcode'])
/** Lengths inside a layer, which grow with it when its content is scaled along. */
const LENGTHS = ['fontSize', 'minFontSize', 'maxFontSize', 'thickness', 'radius', 'gap', 'padding']

function scaledLength(value: unknown, factor: number): unknown {
  if (typeof value === 'number') return rounded(value * factor)
  return Array.isArray(value) ? value.map((each) => scaledLength(each, factor)) : value
}

/** Font sizes, strokes and radii of a layer, grown by a factor. */
function contentCommands(state: EditorState, id: LayerId, factor: number): Command[] {
  const layer = layerAt(state.document, id)
  if (!layer || factor === 1) return []
  const own = LENGTHS.flatMap((key) => setUnbound(state, id, [key, scaledLength(Reflect.get(layer, key), factor)]))
  const strokes = ['stroke', 'border'].flatMap((key): Command[] => {
    const stroke: unknown = Reflect.get(layer, key)
    const width: unknown = typeof stroke === 'object' && stroke !== null ? Reflect.get(stroke, 'width') : undefined
    return typeof width === 'number'
      ? [{ type: 'set', target: id, path: [key, 'width'], value: rounded(width * factor) }]
      : []
  })
  return [...own, ...strokes]
}

interface Scaling {
  readonly scale: Scale
  /** Font sizes, strokes and radii too. */
  readonly withContent: boolean
}

/** What is inside a group follows its size in proportion. */
function insideCommands(state: EditorState, group: LayerId, scaling: Scaling): Command[] {
  const boxes = laidOutOf(state)
  return childrenOf(state.document, group).flatMap((id) => {
    const layer = layerAt(state.document, id)
    if (!layer) return []
    const before = frameOf(layer, boxes[id])
    const after = scaleFrame(before, scaling.scale)
    return [
      ...placeCommands(state, id, { before, after }),
      ...(scaling.withContent ? contentCommands(state, id, lengthFactor(scaling.scale)) : []),
      ...insideCommands(state, id, scaling),
    ]
  })
}

/** Gives a layer another frame, with what is inside. */
export function resizeCommands(
  state: EditorState,
  id: LayerId,
  { before, after, withContent }: { before: Frame; after: Frame; withContent: boolean },
): Command[] {
  const scale = { x: after.width / (before.width || 1), y: after.height / (before.height || 1) }
  return [
    ...placeCommands(state, id, {
      before,
      after: heightGrows(state, id) ? { ...after, height: before.height } : after,
    }),
    ...(withContent ? contentCommands(state, id, lengthFactor(scale)) : []),
    ...insideCommands(state, id, { scale, withContent }),
  ]
}

/** The height of such a text follows from its lines. */
function heightGrows(state: EditorState, id: LayerId): boolean {
  const layer = layerAt(state.document, id)
  return layer?.type === 'text' && layer.fit === 'grow'
}

function keepsRatio(state: EditorState, ids: readonly LayerId[], isCorner: boolean): boolean {
  const kinds = ids.map((id) => layerAt(state.document, id)?.type ?? '')
  return isCorner && kinds.every((kind) => KEEPS_RATIO.has(kind))
}

interface Resized {
  readonly state: EditorState
  readonly handle: Handle
  /** In whose coordinates it is resized. */
  readonly outer: Matrix
  readonly frame: Frame
  readonly isFree: boolean
}

/** The frame that the pointer makes, snapped unless it is turned. */
function frameAt(session: EditorSession, resized: Resized, { start, pointer }: { start: Pointer; pointer: Pointer }) {
  const { state, handle, outer, frame, isFree } = resized
  const inverse = invert(outer) ?? outer
  const by = { x: pointer.page.x - start.page.x, y: pointer.page.y - start.page.y }
  const options = { keepRatio: isFree ? pointer.shift : !pointer.shift, fromCenter: pointer.alt }
  const plain = resizeFrame(frame, { handle, offset: transformVector(inverse, by) }, options)
  const isUpright = frame.rotation === 0 && outer[1] === 0 && outer[2] === 0
  if (!isUpright || !session.state.isSnapping || options.keepRatio || options.fromCenter) {
    return { after: plain, marks: NO_MARKS }
  }
  const onPage = (box: Box): Box => ({ ...box, x: box.x + outer[4], y: box.y + outer[5] })
  const targets = snapTargets(state, state.selection)
  const snap = snapResize(onPage(boundsOfFrame(plain)), directionOf(handle), {
    targets,
    tolerance: SNAP_PX / session.state.view.zoom,
  })
  const offset = { x: by.x + snap.offset.x, y: by.y + snap.offset.y }
  const after = resizeFrame(frame, { handle, offset: transformVector(inverse, offset) }, options)
  return { after, marks: { ...NO_MARKS, lines: snap.lines, distances: snap.distances } }
}

const sizeLabel = ({ width, height }: Frame) => `${Math.round(width)} × ${Math.round(height)}`

/** Drags one of the eight handles of what is selected. */
export function resizing(session: EditorSession, start: Pointer, handle: Handle): Gesture {
  const { state } = session
  const moved = movedLayers(state, state.selection)
  const [only] = moved
  const isOne = moved.length === 1 && only !== undefined
  const frame = isOne ? only.frame : frameOfBox(union(moved.map((each) => boundsOfFrame(each.frame))))
  const outer = parentMatrix(state, only ? parentOf(state.document, only.id) : null)
  const ids = moved.map(({ id }) => id)
  const resized = { state, handle, outer, frame, isFree: !keepsRatio(state, ids, handle.length === 2) }
  session.begin()
  return {
    move(pointer) {
      const { after, marks } = frameAt(session, resized, { start, pointer })
      const scale = { x: after.width / (frame.width || 1), y: after.height / (frame.height || 1) }
      const commands = isOne
        ? resizeCommands(state, only.id, { before: frame, after, withContent: pointer.mod })
        : moved.flatMap(({ id, frame: before }) => {
            const inside = scaleFrame({ ...before, x: before.x - frame.x, y: before.y - frame.y }, scale)
            const placed = { ...inside, x: inside.x + after.x, y: inside.y + after.y }
            return resizeCommands(state, id, { before, after: placed, withContent: pointer.mod })
          })
      session.update({ type: 'batch', commands })
      session.set({ marks: { ...marks, label: sizeLabel(after) } })
    },
    end: () => session.end(),
    cancel: () => session.cancel(),
  }
}
