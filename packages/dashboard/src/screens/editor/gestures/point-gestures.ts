import {
  type Command,
  type Corner,
  invert,
  type LayerId,
  layerAt,
  moveLineEnd,
  parentOf,
  type Radius,
  radiiOf,
  radiusAt,
  transform,
  withRadius,
} from '@pictable/editor'
import { frameIn, parentMatrix } from '#dashboard/screens/editor/session/laid-out.ts'
import { placeCommands } from '#dashboard/screens/editor/session/place-commands.ts'
import type { Gesture } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, NO_MARKS, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { shapePoints } from './shape-points.ts'
import { snapPoints } from './snap-targets.ts'

/** The radius of a layer as it is written; undefined where it has none, or takes it from a record. */
export function radiusOf(state: EditorState, id: LayerId): Radius | undefined {
  const layer = layerAt(state.document, id)
  if (layer?.type !== 'rectangle' && layer?.type !== 'image') return undefined
  const { radius = 0 } = layer
  if (typeof radius === 'number') return radius
  if (!Array.isArray(radius)) return undefined
  const [a, b, c, d] = radius
  const isPlain = [a, b, c, d].every((each) => typeof each === 'number')
  return isPlain ? [Number(a), Number(b), Number(c), Number(d)] : undefined
}

/** Drags the dot of a corner: all four radii, with Alt one. */
export function rounding(session: EditorSession, id: LayerId, corner: Corner): Gesture {
  const { state } = session
  const place = placeOf(state, id)
  const before = radiusOf(state, id) ?? 0
  const inverse = place && invert(place.matrix)
  session.begin()
  return {
    cursor: 'pointer',
    move({ page, alt }) {
      if (!place || !inverse) return
      const value = radiusAt(place, corner, transform(inverse, page))
      session.update({
        type: 'set',
        target: id,
        path: ['radius'],
        value: withRadius(before, alt ? corner : 'all', value),
      })
      session.set({ marks: { ...NO_MARKS, label: String(radiiOf(withRadius(before, 'all', value))[corner]) } })
    },
    end: () => session.end(),
    cancel: () => session.cancel(),
  }
}

/** Drags a point of the shape: the number of corners, the hole, the turn of words on a circle. */
export function shaping(session: EditorSession, id: LayerId, name: string): Gesture | null {
  const { state } = session
  const place = placeOf(state, id)
  const point = place && shapePoints(state, id, place).find((each) => `shape-${each.name}` === name)
  const inverse = place && invert(place.matrix)
  if (!point || !inverse) return null
  session.begin()
  return {
    cursor: 'pointer',
    move({ page }) {
      const { value, label } = point.valueAt(transform(inverse, page))
      session.update({ type: 'set', target: id, path: point.path, value })
      session.set({ marks: { ...NO_MARKS, label } })
    },
    end: () => session.end(),
    cancel: () => session.cancel(),
  }
}

/** Drags one end of a line. */
export function bending(session: EditorSession, id: LayerId, end: 'start' | 'end'): Gesture {
  const { state } = session
  const frame = frameIn(state, id)
  const layer = layerAt(state.document, id)
  const points = layer?.type === 'line' ? pointsOf(layer.points) : undefined
  const inverse = invert(parentMatrix(state, parentOf(state.document, id)))
  const snap = snapPoints(session, [id])
  session.begin()
  return {
    cursor: 'move',
    move(pointer) {
      if (!frame || !points || !inverse) return
      const { page, lines } = snap(pointer)
      const to = transform(inverse, page)
      const line = moveLineEnd({ frame, points }, end, { to, steps: pointer.shift, exact: pointer.mod })
      const commands: Command[] = [
        ...placeCommands(state, id, { before: frame, after: line.frame }),
        { type: 'set', target: id, path: ['points'], value: line.points.map(({ x, y }) => ({ x, y })) },
        ...(frame.flip === 'none' ? [] : [{ type: 'set' as const, target: id, path: ['flip'] }]),
      ]
      session.update({ type: 'batch', commands })
      session.set({ marks: { ...NO_MARKS, lines } })
    },
    end: () => session.end(),
    cancel: () => session.cancel(),
  }
}

const LEVEL = [
  { x: 0, y: 0.5 },
  { x: 1, y: 0.5 },
]

/** The points of a line, as parts of its box; undefined where a record decides. */
export function pointsOf(points: unknown): readonly { x: number; y: number }[] | undefined {
  if (points === undefined) return LEVEL
  if (!Array.isArray(points)) return undefined
  const read = points.flatMap((point: unknown) => {
    if (typeof point !== 'object' || point === null) return []
    const [x, y]: unknown[] = [Reflect.get(point, 'x'), Reflect.get(point, 'y')]
    return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : []
  })
  return read.length === points.length && read.length >= 2 ? read : undefined
}
