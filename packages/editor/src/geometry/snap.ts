import type { Box, Point } from './matrix.ts'
import type { Distance } from './measure.ts'
import { type GapSnap, gapSnaps } from './snap-gaps.ts'
import { type Axis, pointOn, type Span, spanOn } from './span.ts'

/** What layers snap to, in the coordinates of the moved box. */
export interface SnapTargets {
  /** Upright boxes of the layers beside it. */
  readonly boxes: readonly Box[]
  /** Boxes around it: the page, its margins, the group. They have no gaps to the layers in them. */
  readonly frames?: readonly Box[]
  /** Places of guides, by the axis that they cross. */
  readonly guides?: { readonly x?: readonly number[]; readonly y?: readonly number[] }
  /** Heights of the baselines of texts. */
  readonly baselines?: readonly number[]
}

/** A line to be drawn: `axis: 'x'` is upright, at x = `at`. */
export interface SnapLine {
  readonly axis: Axis
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface Snap {
  /** What to add to the place (or to the pulled edges) so that it snaps. */
  readonly offset: Point
  readonly lines: readonly SnapLine[]
  /** Free room along those lines between the box and what it snaps to. */
  readonly distances: readonly Distance[]
  /** Equal gaps, each to be drawn with its length. */
  readonly gaps: readonly Distance[]
}

export interface SnapOptions {
  /** How near is near enough, in the pixels of the coordinates: 6 screen pixels divided by the zoom. */
  readonly tolerance: number
  /** Baselines of the moved text. */
  readonly baselines?: readonly number[]
}

/** A place on one axis that something can snap to. */
interface Stop {
  readonly at: number
  /** What the line is drawn to; undefined for a guide. */
  readonly box: Box | undefined
}

/** Snaps a box that is moved: edges and middles to edges and middles, baselines to baselines, gaps to equal gaps. */
export function snapMove(box: Box, targets: SnapTargets, options: SnapOptions): Snap {
  const x = snapAxis(box, targets, { axis: 'x', ...options })
  const y = snapAxis(box, targets, { axis: 'y', ...options })
  const offset = { x: x?.offset ?? 0, y: y?.offset ?? 0 }
  const snapped = { ...box, x: box.x + offset.x, y: box.y + offset.y }
  const marks = { stops: (span: Span) => [span.start, (span.start + span.end) / 2, span.end], options, offset }
  const lines = [
    ...(x?.gap ? [] : linesAt(snapped, targets, { axis: 'x', ...marks })),
    ...(y?.gap ? [] : linesAt(snapped, targets, { axis: 'y', ...marks })),
  ]
  return {
    offset: { x: x?.whole ?? 0, y: y?.whole ?? 0 },
    lines: lines.map(({ line }) => line),
    distances: lines.flatMap(({ distance }) => distance ?? []),
    gaps: [...(x?.gap?.gaps ?? []), ...(y?.gap?.gaps ?? [])],
  }
}

interface AxisOptions extends SnapOptions {
  readonly axis: Axis
}

interface AxisSnap {
  readonly offset: number
  /** As above, but for a whole place that would get a fraction by a middle, a gap or a baseline. */
  readonly whole: number
  readonly gap?: GapSnap | undefined
}

function snapAxis(box: Box, targets: SnapTargets, options: AxisOptions): AxisSnap | undefined {
  const { axis, tolerance } = options
  const { start, end } = spanOn(box, axis)
  const own = [start, (start + end) / 2, end]
  const edges = nearest(
    own,
    stopsOf(targets, axis).map(({ at }) => at),
    tolerance,
  )
  const lines = axis === 'y' ? nearest(options.baselines ?? [], targets.baselines ?? [], tolerance) : undefined
  const byEdge = least([edges, lines])
  const gap = gapSnaps(box, targets.boxes, axis)
    .filter(({ offset }) => Math.abs(offset) <= tolerance)
    .sort((one, other) => Math.abs(one.offset) - Math.abs(other.offset))[0]
  const isByGap = gap !== undefined && (byEdge === undefined || Math.abs(gap.offset) < Math.abs(byEdge))
  const offset = isByGap ? gap.offset : byEdge
  if (offset === undefined) return undefined
  const isOnEdge = edgesOf(targets, axis).some((at) => isSame(start + offset, at) || isSame(end + offset, at))
  const whole = isSame(start, Math.round(start)) && !isOnEdge ? Math.round(start + offset) - start : offset
  return { offset, whole, gap: isByGap ? gap : undefined }
}

function edgesOf({ boxes, frames = [], guides = {} }: SnapTargets, axis: Axis): readonly number[] {
  const ofBoxes = [...boxes, ...frames].flatMap((box) => {
    const { start, end } = spanOn(box, axis)
    return [start, end]
  })
  return [...ofBoxes, ...(guides[axis] ?? [])]
}

/** The least offset from one of the places to one of the others. */
function nearest(own: readonly number[], stops: readonly number[], tolerance: number): number | undefined {
  return least(
    own.flatMap((place) => stops.map((stop) => stop - place).filter((offset) => Math.abs(offset) <= tolerance)),
  )
}

function least(offsets: readonly (number | undefined)[]): number | undefined {
  return offsets.reduce((best, offset) => {
    if (offset === undefined) return best
    return best === undefined || Math.abs(offset) < Math.abs(best) ? offset : best
  }, undefined)
}

export function stopsOf({ boxes, frames = [], guides = {} }: SnapTargets, axis: Axis): readonly Stop[] {
  const ofBoxes = [...boxes, ...frames].flatMap((box) => {
    const { start, end } = spanOn(box, axis)
    return [start, (start + end) / 2, end].map((at): Stop => ({ at, box }))
  })
  return [...ofBoxes, ...(guides[axis] ?? []).map((at): Stop => ({ at, box: undefined }))]
}

interface LineMarks {
  readonly axis: Axis
  /** Which places of the box may have a line. */
  readonly stops: (span: Span) => readonly number[]
  readonly options: SnapOptions
  readonly offset: Point
}

/** The lines on which the snapped box is, each once, as long as everything on it. */
export function linesAt(
  box: Box,
  targets: SnapTargets,
  { axis, stops, options, offset }: LineMarks,
): readonly { line: SnapLine; distance: Distance | undefined }[] {
  const across = axis === 'x' ? 'y' : 'x'
  const own = spanOn(box, across)
  const places = stops(spanOn(box, axis))
  const onLine = stopsOf(targets, axis).filter(({ at }) => places.some((place) => isSame(place, at)))
  const baselines = (options.baselines ?? []).map((place) => place + offset.y)
  const onBaseline =
    axis === 'y' ? (targets.baselines ?? []).filter((at) => baselines.some((place) => isSame(place, at))) : []
  const all: readonly Stop[] = [...onLine, ...onBaseline.map((at): Stop => ({ at, box: undefined }))]
  const ats = [...new Set(all.map(({ at }) => Math.round(at * 100) / 100))]
  return ats.map((at) => {
    const others = all
      .filter((stop) => isSame(stop.at, at))
      .flatMap(({ box: other }) => (other ? spanOn(other, across) : []))
    const line = {
      axis,
      at,
      from: Math.min(own.start, ...others.map(({ start }) => start)),
      to: Math.max(own.end, ...others.map(({ end }) => end)),
    }
    return { line, distance: nearestDistance(own, others, { axis, at }) }
  })
}

/** The room between a box and the nearest of others that it does not touch. */
function nearestDistance(
  own: Span,
  others: readonly Span[],
  { axis, at }: { axis: Axis; at: number },
): Distance | undefined {
  const rooms = others.flatMap((other): Span[] => {
    if (other.start > own.end) return [{ start: own.end, end: other.start }]
    return other.end < own.start ? [{ start: other.end, end: own.start }] : []
  })
  const [room] = rooms.sort((one, other) => one.end - one.start - (other.end - other.start))
  if (!room) return undefined
  const across = axis === 'x' ? 'y' : 'x'
  return {
    from: pointOn(across, room.start, at),
    to: pointOn(across, room.end, at),
    length: room.end - room.start,
  }
}

export function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.01
}
