import type { Box, Point } from './matrix.ts'

/** A distance to be drawn, from one point to another. */
export interface Distance {
  readonly from: Point
  readonly to: Point
  readonly length: number
}

interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The distances between two boxes: the gap to the nearer side, or where one covers the other on an axis, the distances
 * between their two edges there. At most four.
 */
export function measureBoxes(selected: Box, hovered: Box): readonly Distance[] {
  const across = { one: spanX(selected), other: spanX(hovered) }
  const down = { one: spanY(selected), other: spanY(hovered) }
  const y = middleOfOverlap(down.one, down.other)
  const x = middleOfOverlap(across.one, across.other)
  return [
    ...distances(across.one, across.other).map(([from, to]) => distance({ x: from, y }, { x: to, y })),
    ...distances(down.one, down.other).map(([from, to]) => distance({ x, y: from }, { x, y: to })),
  ].filter(({ length }) => length > 0)
}

function distances(one: Span, other: Span): readonly (readonly [number, number])[] {
  if (one.end <= other.start) return [[one.end, other.start]]
  if (other.end <= one.start) return [[one.start, other.end]]
  return [
    [one.start, other.start],
    [one.end, other.end],
  ]
}

/** The middle of what spans share, else that of the first. */
function middleOfOverlap(one: Span, other: Span): number {
  const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)]
  return start <= end ? (start + end) / 2 : (one.start + one.end) / 2
}

function distance(from: Point, to: Point): Distance {
  return { from, to, length: Math.abs(to.x - from.x) + Math.abs(to.y - from.y) }
}

const spanX = ({ x, width }: Box): Span => ({ start: x, end: x + width })
const spanY = ({ y, height }: Box): Span => ({ start: y, end: y + height })
