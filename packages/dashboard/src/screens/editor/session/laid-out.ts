import {
  type Box,
  type EditorDocument,
  type Frame,
  frameOf,
  IDENTITY,
  invert,
  type LaidOut,
  type LayerId,
  layerAt,
  layersOf,
  type Matrix,
  multiply,
  parentOf,
  transform,
} from '@pictable/editor'
import { type EditorState, placeOf } from './state.ts'

/** From the coordinates inside the parent of a layer to those of the page. */
export function parentMatrix(state: EditorState, parent: LayerId | null): Matrix {
  return parent === null ? IDENTITY : (placeOf(state, parent)?.matrix ?? IDENTITY)
}

/** The box of a layer as laid out, in the coordinates of its parent and without its rotation. */
function boxInParent(layer: object, size: { width: number; height: number }, matrix: Matrix): Box {
  const { origin, flip } = frameOf(layer)
  const middle = { x: origin.x * size.width, y: origin.y * size.height }
  // The point that neither turning nor mirroring moves, as it is inside the mirrored layer.
  const local = {
    x: flip === 'horizontal' || flip === 'both' ? size.width - middle.x : middle.x,
    y: flip === 'vertical' || flip === 'both' ? size.height - middle.y : middle.y,
  }
  const still = transform(matrix, local)
  return { x: still.x - middle.x, y: still.y - middle.y, ...size }
}

/** Of each frame, with the document that was placed by it last. */
const known = new WeakMap<object, { readonly document: EditorDocument; readonly boxes: LaidOut }>()

/** Every layer that is drawn, as commands take it. */
export function laidOutOf(state: EditorState): LaidOut {
  const { document, frame } = state
  if (!frame) return {}
  const made = known.get(frame)
  if (made?.document === document) return made.boxes
  const boxes: Record<LayerId, Box> = {}
  for (const [id, { layer, parent }] of layersOf(document)) {
    const place = placeOf(state, id)
    const outer = invert(parentMatrix(state, parent))
    if (!place || !outer) continue
    const { width, height } = place
    boxes[id] = boxInParent(layer, { width, height }, multiply(outer, place.matrix))
  }
  known.set(frame, { document, boxes })
  return boxes
}

/** How a layer is placed in its parent, as laid out. Undefined while it is not drawn. */
export function frameIn(state: EditorState, id: LayerId): Frame | undefined {
  const layer = layersOf(state.document).get(id)?.layer
  const box = laidOutOf(state)[id]
  return layer && box && frameOf(layer, isBehind(state) ? { ...box, ...writtenPlace(state, id, layer) } : box)
}

/** What was changed since the last layout, such as by keys that follow each other closely. */
const isBehind = ({ frame, document }: EditorState) => frame?.design !== document.design

/** The place that a layer says itself; a row, a column or an anchor decides otherwise. */
function writtenPlace({ document }: EditorState, id: LayerId, layer: object): Partial<Box> {
  const parent = parentOf(document, id)
  const around = parent === null ? undefined : layerAt(document, parent)
  const isPlaced = 'anchor' in layer || (around?.type === 'group' && (around.layout ?? 'free') !== 'free')
  const keys = isPlaced ? (['width', 'height'] as const) : (['x', 'y', 'width', 'height'] as const)
  const written = keys.flatMap((key) => {
    const value: unknown = Reflect.get(layer, key)
    return typeof value === 'number' ? [[key, value]] : []
  })
  return Object.fromEntries(written)
}
