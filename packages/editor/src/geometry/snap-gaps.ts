import type { Box } from './matrix.ts'
import type { Distance } from './measure.ts'
import { type Axis, pointOn, type Span, spanOn } from './span.ts'

/** A place at which a box has the same gap to its neighbours as others have. */
export interface GapSnap {
  readonly offset: number
  readonly gaps: readonly Distance[]
}

/** Boxes in a row (or column) with a box, in their order along the axis. One behind the whole of it is no neighbour. */
function neighboursOf(box: Box, boxes: readonly Box[], axis: Axis): readonly Span[] {
  const across = axis === 'x' ? 'y' : 'x'
  const own = spanOn(box, across)
  const along = spanOn(box, axis)
  return boxes
    .filter((other) => {
      const span = spanOn(other, across)
      return span.start < own.end && span.end > own.start
    })
    .map((other) => spanOn(other, axis))
    .filter(({ start, end }) => start > along.start || end < along.end)
    .sort((one, other) => one.start - other.start || one.end - other.end)
}

/** Every place at which the gaps would be equal: between two neighbours, or beyond two with a gap between them. */
export function gapSnaps(box: Box, boxes: readonly Box[], axis: Axis): readonly GapSnap[] {
  const own = spanOn(box, axis)
  const size = own.end - own.start
  const middle = (own.start + own.end) / 2
  const spans = neighboursOf(box, boxes, axis)
  const before = spans.filter(({ start, end }) => (start + end) / 2 < middle)
  const after = spans.filter(({ start, end }) => (start + end) / 2 >= middle)
  const mark = (span: Span) => markOf(span, box, axis)
  const found: GapSnap[] = []
  const place = (start: number, gaps: readonly Span[]): void => {
    if (gaps.every((gap) => gap.end > gap.start)) found.push({ offset: start - own.start, gaps: gaps.map(mark) })
  }
  const [previous, next] = [last(before), first(after)]
  if (previous && next) {
    const start = (previous.end + next.start - size) / 2
    place(start, [
      { start: previous.end, end: start },
      { start: start + size, end: next.start },
    ])
  }
  const earlier = previous && last(before.filter(({ end }) => end <= previous.start))
  if (previous && earlier) {
    const gap = previous.start - earlier.end
    const start = previous.end + gap
    place(start, [
      { start: earlier.end, end: previous.start },
      { start: previous.end, end: start },
    ])
  }
  const later = next && first(after.filter(({ start }) => start >= next.end))
  if (next && later) {
    const gap = later.start - next.end
    const start = next.start - gap - size
    place(start, [
      { start: start + size, end: next.start },
      { start: next.end, end: later.start },
    ])
  }
  return found
}

/**
 * Every place of one edge at which the gap beyond it would be equal to another one: to that behind the edge across, or to
 * that between the next two neighbours. The edge across stays, unless the box is pulled from its centre.
 */
export function edgeGapSnaps(box: Box, boxes: readonly Box[], pulled: PulledEdge): readonly GapSnap[] {
  const { axis, pull, fromCenter = false } = pulled
  // As seen along the pull, so that the edge is always the end.
  const turned = ({ start, end }: Span): Span => (pull > 0 ? { start, end } : { start: -end, end: -start })
  const own = turned(spanOn(box, axis))
  const middle = (own.start + own.end) / 2
  const spans = neighboursOf(box, boxes, axis)
    .map(turned)
    .sort((one, other) => one.start - other.start || one.end - other.end)
  const previous = last(spans.filter(({ start, end }) => (start + end) / 2 < middle))
  const [next, ...others] = spans.filter(({ start, end }) => (start + end) / 2 >= middle)
  const later = next && first(others.filter(({ start }) => start >= next.end))
  const equalTo = (gap: Span | undefined): GapSnap[] => {
    if (!next || !gap || gap.end <= gap.start) return []
    const beyond = { start: next.start - (gap.end - gap.start), end: next.start }
    const gaps = [beyond, gap].map((each) => markOf(turned(each), box, axis))
    return beyond.start <= own.start ? [] : [{ offset: (beyond.start - own.end) * Math.sign(pull), gaps }]
  }
  return [
    ...equalTo(next && later && { start: next.end, end: later.start }),
    ...(fromCenter ? [] : equalTo(previous && { start: previous.end, end: own.start })),
  ]
}

export interface PulledEdge {
  readonly axis: Axis
  /** Its side: -1 or 1. */
  readonly pull: number
  readonly fromCenter?: boolean | undefined
}

function markOf({ start, end }: Span, box: Box, axis: Axis): Distance {
  const across = spanOn(box, axis === 'x' ? 'y' : 'x')
  const middle = (across.start + across.end) / 2
  return { from: pointOn(axis, start, middle), to: pointOn(axis, end, middle), length: end - start }
}

/** The one that ends last. */
function last(spans: readonly Span[]): Span | undefined {
  return spans.reduce<Span | undefined>((best, span) => (best && best.end >= span.end ? best : span), undefined)
}

function first(spans: readonly Span[]): Span | undefined {
  return spans[0]
}
