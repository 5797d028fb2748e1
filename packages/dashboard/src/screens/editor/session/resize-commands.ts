import {
  type Command,
  childrenOf,
  type Frame,
  frameOf,
  type LayerId,
  layerAt,
  lengthFactor,
  type Point,
  rounded,
  type Scale,
  scaleFrame,
  withSize,
} from '@pictable/editor'
import { scaledLengths } from '#dashboard/screens/editor/properties/scaled-lengths.ts'
import { laidOutOf } from './laid-out.ts'
import { placeCommands, setUnbound } from './place-commands.ts'
import { type EditorState, placeOf } from './state.ts'

/** Font sizes, strokes, radii and all other lengths of a layer, grown by a factor. */
export function contentCommands(state: EditorState, id: LayerId, factor: number): Command[] {
  const layer = layerAt(state.document, id)
  return layer ? scaledLengths(layer, factor).flatMap((change) => setUnbound(state, id, change)) : []
}

/** What an anchor keeps between a layer and another one inside of the same group. */
export function gapCommands(state: EditorState, id: LayerId, { x, y }: Scale): Command[] {
  const { side, gap } = layerAt(state.document, id)?.anchor ?? {}
  const factor = side === 'left' || side === 'right' ? x : y
  return gap === undefined || factor === 1
    ? []
    : [{ type: 'set', target: id, path: ['anchor', 'gap'], value: rounded(gap * factor) }]
}

interface Scaling {
  readonly scale: Scale
  /** Font sizes, strokes, radii and such too. */
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
      ...gapCommands(state, id, scaling.scale),
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
    ...placeCommands(state, id, { before, after }),
    ...(withContent ? contentCommands(state, id, lengthFactor(scale)) : []),
    ...insideCommands(state, id, { scale, withContent }),
  ]
}

interface Pulled {
  readonly after: Frame
  /** The point that stays where it is, -1 to 1 on each axis. */
  readonly fixed: Point
  /** Its height changes, and is written. */
  readonly isHeightPulled: boolean
}

/**
 * The frame of a layer as it is drawn: a text that grows is at least as high as its lines, which were laid out last in
 * the state `now`, and as high as it is drawn there while its height stays as written.
 */
export function asDrawn(now: EditorState, id: LayerId, { after, fixed, isHeightPulled }: Pulled): Frame {
  const layer = layerAt(now.document, id)
  if (layer?.type !== 'text' || layer.fit !== 'grow') return after
  const { height: drawn = after.height, textBounds } = placeOf(now, id) ?? {}
  const height = isHeightPulled ? Math.max(after.height, textBounds?.height ?? 0) : drawn
  return height === after.height ? after : withSize(after, { width: after.width, height }, fixed)
}
