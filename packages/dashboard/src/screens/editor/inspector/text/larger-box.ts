import {
  ancestorsOf,
  type Box,
  boxAround,
  type Command,
  cornersOf,
  type Frame,
  frameMatrix,
  IDENTITY,
  invert,
  isFilled,
  type LayerId,
  layerAt,
  type Matrix,
  multiply,
  parentOf,
  union,
  withSize,
} from '@pictable/editor'
import type { TextCures } from '@pictable/renderer/browser'
import { holds } from '#dashboard/screens/editor/canvas/region.ts'
import { frameIn, parentMatrix } from '#dashboard/screens/editor/session/laid-out.ts'
import { placeCommands } from '#dashboard/screens/editor/session/place-commands.ts'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'

type Larger = NonNullable<TextCures['larger']>

/** Places are sums of fractions. */
const NEAR_PX = 0.001
/** Of the box, -1 to 1. */
const EDGES = { top: -1, middle: 0, bottom: 1 } as const

/** Beyond these nothing is seen: the page, and groups that hide the rest of their layers. */
function windowsAround(state: EditorState, id: LayerId): readonly { box: Box; inverse: Matrix }[] {
  const { width, height } = state.document.design
  const groups = ancestorsOf(state.document, id).flatMap((group) => {
    const own = layerAt(state.document, group)
    const place = placeOf(state, group)
    const inverse = place && invert(place.matrix)
    // Others are as high as their layers.
    const isFixed = own?.type === 'group' && (own.fit ?? 'fixed') === 'fixed'
    if (!inverse || !isFixed || (own.clip ?? false) === false) return []
    return [{ box: { x: 0, y: 0, width: place.width, height: place.height }, inverse }]
  })
  return [{ box: { x: 0, y: 0, width, height }, inverse: IDENTITY }, ...groups]
}

/**
 * Makes the box of a text higher; its lines stay where they are, at any rotation. Undefined where a field decides, or
 * where more of the box would be beyond the page or hidden by a group.
 */
export function largerBox(state: EditorState, id: LayerId, { height, verticalAlign }: Larger): Command[] | undefined {
  const before = frameIn(state, id)
  const layer = layerAt(state.document, id)
  if (!before || !layer) return undefined
  const isMirrored = before.flip === 'vertical' || before.flip === 'both'
  const edge = EDGES[verticalAlign]
  const after = withSize(before, { width: before.width, height }, { x: 0, y: isMirrored ? -edge : edge })
  const isDecided = (['x', 'y', 'height'] as const).some(
    (key) => Math.abs(after[key] - before[key]) > NEAR_PX && isFilled(Reflect.get(layer, key)),
  )
  const outer = parentMatrix(state, parentOf(state.document, id))
  const isSeen = windowsAround(state, id).every(({ box, inverse }) => {
    const inside = multiply(inverse, outer)
    return holds(union([box, boxIn(inside, before)]), boxIn(inside, after))
  })
  return isDecided || !isSeen ? undefined : placeCommands(state, id, { before, after })
}

const boxIn = (outer: Matrix, frame: Frame): Box =>
  boxAround(cornersOf({ x: 0, y: 0, width: frame.width, height: frame.height }, multiply(outer, frameMatrix(frame))))
