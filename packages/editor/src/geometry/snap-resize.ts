import type { Box, Point } from './matrix.ts'
import { isSame, linesAt, type Snap, type SnapTargets, stopsOf } from './snap.ts'
import { type Axis, type Span, spanOn, withSpan } from './span.ts'

/**
 * Snaps the pulled edges of an upright box: to edges and middles, and to the widths and heights of other boxes. `pulled`
 * is the direction of the handle, -1, 0 or 1 on each axis; the offset is that of the pulled edges.
 */
export function snapResize(
  box: Box,
  pulled: Point,
  { targets, tolerance }: { targets: SnapTargets; tolerance: number },
): Snap {
  const offsetOn = (axis: Axis) =>
    pulled[axis] === 0 ? 0 : edgeOffset(box, { axis, pull: pulled[axis] }, { targets, tolerance })
  const offset = { x: offsetOn('x'), y: offsetOn('y') }
  const snapped = stretch(stretch(box, { axis: 'x', pull: pulled.x, by: offset.x }), {
    axis: 'y',
    pull: pulled.y,
    by: offset.y,
  })
  const edge = (pull: number) => (span: Span) => (pull === 0 ? [] : [pull > 0 ? span.end : span.start])
  const lines = (['x', 'y'] as const).flatMap((axis) =>
    linesAt(snapped, targets, { axis, stops: edge(pulled[axis]), options: { tolerance }, offset }),
  )
  const isEqual = (other: Box) =>
    (pulled.x !== 0 && isSame(other.width, snapped.width)) || (pulled.y !== 0 && isSame(other.height, snapped.height))
  return {
    offset,
    lines: lines.map(({ line }) => line),
    distances: [],
    gaps: [],
    equals: targets.boxes.filter(isEqual),
  }
}

interface Pull {
  readonly axis: Axis
  readonly pull: number
}

function edgeOffset(
  box: Box,
  { axis, pull }: Pull,
  { targets, tolerance }: { targets: SnapTargets; tolerance: number },
): number {
  const { start, end } = spanOn(box, axis)
  const [edge, fixed] = pull > 0 ? [end, start] : [start, end]
  const sizes = targets.boxes.map((other) => {
    const span = spanOn(other, axis)
    return fixed + (span.end - span.start) * Math.sign(pull)
  })
  const offsets = [...stopsOf(targets, axis).map(({ at }) => at), ...sizes].map((at) => at - edge)
  const near = offsets.filter((offset) => Math.abs(offset) <= tolerance)
  return near.reduce((best, offset) => (Math.abs(offset) < Math.abs(best) ? offset : best), near[0] ?? 0)
}

function stretch(box: Box, { axis, pull, by }: Pull & { by: number }): Box {
  const { start, end } = spanOn(box, axis)
  return withSpan(box, axis, pull > 0 ? { start, end: end + by } : { start: start + by, end })
}
