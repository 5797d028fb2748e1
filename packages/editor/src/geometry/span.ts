import type { Box, Point } from './matrix.ts'

export type Axis = 'x' | 'y'

/** What a box covers of an axis. */
export interface Span {
  readonly start: number
  readonly end: number
}

export function spanOn({ x, y, width, height }: Box, axis: Axis): Span {
  return axis === 'x' ? { start: x, end: x + width } : { start: y, end: y + height }
}

/** The box with another span on one axis. */
export function withSpan(box: Box, axis: Axis, { start, end }: Span): Box {
  return axis === 'x' ? { ...box, x: start, width: end - start } : { ...box, y: start, height: end - start }
}

/** A point by its coordinate on an axis and the one across. */
export function pointOn(axis: Axis, along: number, across: number): Point {
  return axis === 'x' ? { x: along, y: across } : { x: across, y: along }
}
