import {
  type Command,
  childrenOf,
  type Frame,
  frameOf,
  type LayerId,
  layerAt,
  lengthFactor,
  rounded,
  type Scale,
  scaleFrame,
} from '@pictable/editor'
import { laidOutOf } from './laid-out.ts'
import { placeCommands, setUnbound } from './place-commands.ts'
import { type EditorState, placeOf } from './state.ts'

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

/**
 * Where a text is put whose height follows from its lines: it turns around its middle, which moves as it grows. `now` is
 * the state with its lines as they were drawn last.
 */
export function withDrawnHeight(now: EditorState, id: LayerId, after: Frame): Frame {
  const height = placeOf(now, id)?.height
  if (height === undefined || !heightGrows(now, id)) return after
  const by = after.origin.y * (height - after.height)
  const angle = (after.rotation * Math.PI) / 180
  return { ...after, x: after.x - by * Math.sin(angle), y: after.y - by * (1 - Math.cos(angle)) }
}

/** The height of such a text follows from its lines. */
function heightGrows(state: EditorState, id: LayerId): boolean {
  const layer = layerAt(state.document, id)
  return layer?.type === 'text' && layer.fit === 'grow'
}
