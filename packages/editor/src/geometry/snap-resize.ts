import type { Box, Point } from './matrix.ts'
import type { Distance } from './measure.ts'
import { MIN_SIDE, wholeSides } from './resize.ts'
import { isSame, linesAt, type Snap, type SnapTargets, stopsOf } from './snap.ts'
import { edgeGapSnaps } from './snap-gaps.ts'
import { type Axis, pointOn, type Span, spanOn, withSpan } from './span.ts'

export interface ResizeSnapOptions {
  readonly targets: SnapTargets
  readonly tolerance: number
  /** Only the nearer of two edges snaps; the other side follows in proportion. */
  readonly keepRatio?: boolean
  /** The centre stays: both edges move, and either may snap. */
  readonly fromCenter?: boolean
  /** Baselines of the text in the box, and how far they go down when the pulled edge goes down by 1. */
  readonly text?: { readonly baselines: readonly number[]; readonly rate: number } | undefined
}

/** A snap with the size that it gives the box. */
export interface ResizeSnap extends Snap {
  /** Widths and heights that are equal: of the box, and of the nearest other one. */
  readonly sizes: readonly Distance[]
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
  const { baselines, rate } = textPulledBy(options, pulled.y)
  const marks = { options: { tolerance, baselines }, offset: { x: offset.x, y: offset.y * rate } }
  const lines = AXES.flatMap((axis) => linesAt(snapped, targets, { axis, stops: edges(pulled[axis]), ...marks }))
  const gaps = AXES.filter((axis) => pulled[axis] !== 0).flatMap((axis) =>
    edgeGapSnaps(snapped, targets.boxes, { axis, pull: pulled[axis], fromCenter }),
  )
  return {
    offset,
    size: { width: snapped.width, height: snapped.height },
    lines: lines.map(({ line }) => line),
    distances: lines.flatMap(({ distance }) => distance ?? []),
    gaps: gaps.filter((gap) => isSame(gap.offset, 0)).flatMap((gap) => gap.gaps),
    sizes: AXES.filter((axis) => pulled[axis] !== 0).flatMap((axis) => equalSizes(snapped, targets.boxes, axis)),
  }
}

const AXES = ['x', 'y'] as const

const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

/** The text whose baselines the pulled edge takes along. */
function textPulledBy({ text }: Pick<ResizeSnapOptions, 'text'>, pull: number): NonNullable<ResizeSnapOptions['text']> {
  return text && pull !== 0 && text.rate !== 0 ? text : { baselines: [], rate: 0 }
}

/** The side of a box along an axis, and that of the nearest other box that is as long. */
function equalSizes(box: Box, boxes: readonly Box[], axis: Axis): readonly Distance[] {
  const own = middleOf(box)
  const away = (other: Box) => Math.hypot(middleOf(other).x - own.x, middleOf(other).y - own.y)
  const lengthOf = (each: Box) => spanOn(each, axis).end - spanOn(each, axis).start
  const [nearest] = boxes
    .filter((other) => isSame(lengthOf(other), lengthOf(box)))
    .toSorted((one, other) => away(one) - away(other))
  return (nearest ? [box, nearest] : []).map((each) => {
    const { start, end } = spanOn(each, axis)
    const across = middleOf(each)[axis === 'x' ? 'y' : 'x']
    return { from: pointOn(axis, start, across), to: pointOn(axis, end, across), length: end - start }
  })
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
  { targets, tolerance, fromCenter = false, text }: ResizeSnapOptions,
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
  const { baselines, rate } = textPulledBy({ text }, axis === 'y' ? pull : 0)
  const offsets = [
    ...[...stops, ...sizes].map((at) => at - edge),
    ...edgeGapSnaps(box, targets.boxes, { axis, pull, fromCenter }).map(({ offset }) => offset),
    ...baselines.flatMap((own) => (targets.baselines ?? []).map((at) => (at - own) / rate)),
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
  const inProportion = { width: box.width * factor, height: box.height * factor }
  const still = { x: fromCenter || pulled.x === 0, y: fromCenter || pulled.y === 0 }
  const size = keepRatio && least > 0 ? wholeSides({ from: box, to: inProportion, still }) : grown
  const along = (axis: Axis, side: number): Span => {
    const { start, end } = spanOn(box, axis)
    if (fromCenter || pulled[axis] === 0) return { start: (start + end - side) / 2, end: (start + end + side) / 2 }
    return pulled[axis] > 0 ? { start, end: start + side } : { start: end - side, end }
  }
  return withSpan(withSpan(box, 'x', along('x', size.width)), 'y', along('y', size.height))
}
