import { type Box, type Point, rounded } from './matrix.ts'
import { MIN_SIDE } from './resize.ts'
import { isSame, linesAt, type Snap, type SnapTargets, stopsOf } from './snap.ts'
import { type Axis, type Span, spanOn, withSpan } from './span.ts'

export interface ResizeSnapOptions {
  readonly targets: SnapTargets
  readonly tolerance: number
  /** Only the nearer of two edges snaps; the other side follows in proportion. */
  readonly keepRatio?: boolean
  /** The centre stays: both edges move, and either may snap. */
  readonly fromCenter?: boolean
}

/** A snap with the size that it gives the box. */
export interface ResizeSnap extends Snap {
  readonly size: { readonly width: number; readonly height: number }
}

/**
 * Snaps the pulled edges of an upright box: to edges and middles, and to the widths and heights of other boxes. `pulled`
 * is the direction of the handle, -1, 0 or 1 on each axis; the offset is that of the pulled edges.
 */
export function snapResize(box: Box, pulled: Point, options: ResizeSnapOptions): ResizeSnap {
  const { targets, tolerance, fromCenter = false } = options
  const offset = offsetsOf(box, pulled, options)
  const snapped = stretched(box, pulled, { ...options, offset })
  const edges = (pull: number) => (span: Span) => {
    if (pull === 0) return []
    return fromCenter ? [span.start, span.end] : [pull > 0 ? span.end : span.start]
  }
  const lines = (['x', 'y'] as const).flatMap((axis) =>
    linesAt(snapped, targets, { axis, stops: edges(pulled[axis]), options: { tolerance }, offset }),
  )
  const isEqual = (other: Box) =>
    (pulled.x !== 0 && isSame(other.width, snapped.width)) || (pulled.y !== 0 && isSame(other.height, snapped.height))
  return {
    offset,
    size: { width: snapped.width, height: snapped.height },
    lines: lines.map(({ line }) => line),
    distances: [],
    gaps: [],
    equals: targets.boxes.filter(isEqual),
  }
}

function offsetsOf(box: Box, pulled: Point, options: ResizeSnapOptions): Point {
  const on = (axis: Axis) => (pulled[axis] === 0 ? undefined : edgeOffset(box, { axis, pull: pulled[axis] }, options))
  const { x, y } = { x: on('x'), y: on('y') }
  if (!options.keepRatio || x === undefined || y === undefined) return { x: x ?? 0, y: y ?? 0 }
  return Math.abs(x) <= Math.abs(y) ? { x, y: 0 } : { x: 0, y }
}

interface Pull {
  readonly axis: Axis
  readonly pull: number
}

/** The least way from a pulled edge to something that it snaps to; undefined when nothing is near. */
function edgeOffset(
  box: Box,
  { axis, pull }: Pull,
  { targets, tolerance, fromCenter = false }: ResizeSnapOptions,
): number | undefined {
  const { start, end } = spanOn(box, axis)
  const sign = Math.sign(pull)
  const [edge, opposite] = pull > 0 ? [end, start] : [start, end]
  const [fixed, part] = fromCenter ? [(start + end) / 2, 0.5] : [opposite, 1]
  const sizes = targets.boxes.map((other) => {
    const span = spanOn(other, axis)
    return fixed + (span.end - span.start) * part * sign
  })
  const stops = stopsOf(targets, axis).map(({ at }) => at)
  const offsets = [
    ...[...stops, ...sizes].map((at) => at - edge),
    // The edge across moves the other way.
    ...(fromCenter ? stops.map((at) => opposite - at) : []),
  ]
  const near = offsets.filter((offset) => Math.abs(offset) <= tolerance)
  return near.reduce<number | undefined>(
    (best, offset) => (best === undefined || Math.abs(offset) < Math.abs(best) ? offset : best),
    undefined,
  )
}

/** The box once its edges have moved, with the side across in proportion when the ratio is kept. */
function stretched(
  box: Box,
  pulled: Point,
  { offset, keepRatio, fromCenter = false }: ResizeSnapOptions & { offset: Point },
): Box {
  const times = fromCenter ? 2 : 1
  const grown = {
    width: box.width + times * offset.x * pulled.x,
    height: box.height + times * offset.y * pulled.y,
  }
  const least = Math.min(box.width, box.height)
  const wanted = offset.x === 0 ? grown.height / box.height : grown.width / box.width
  const factor = Math.max(wanted, MIN_SIDE / least)
  const size =
    keepRatio && least > 0 ? { width: rounded(box.width * factor), height: rounded(box.height * factor) } : grown
  const along = (axis: Axis, side: number): Span => {
    const { start, end } = spanOn(box, axis)
    if (fromCenter || pulled[axis] === 0) return { start: (start + end - side) / 2, end: (start + end + side) / 2 }
    return pulled[axis] > 0 ? { start, end: start + side } : { start: end - side, end }
  }
  return withSpan(withSpan(box, 'x', along('x', size.width)), 'y', along('y', size.height))
}
