import { invert, type Matrix, type Point, rounded, transformVector } from './matrix.ts'

/** How far a drag moves layers: along one axis with `lockAxis`, in whole pixels unless `exact`. */
export function dragOffset(
  { x, y }: Point,
  { lockAxis = false, exact = false }: { lockAxis?: boolean; exact?: boolean } = {},
): Point {
  const locked = lockAxis ? (Math.abs(x) >= Math.abs(y) ? { x, y: 0 } : { x: 0, y }) : { x, y }
  // Whole offsets keep whole positions whole, and leave fractional ones the fraction that someone gave them.
  const round = exact ? rounded : Math.round
  return { x: round(locked.x) + 0, y: round(locked.y) + 0 }
}

/** An offset on the page as one inside the group with this matrix. */
export function offsetInside(offset: Point, matrix: Matrix): Point {
  const inverse = invert(matrix)
  if (!inverse) return offset
  const { x, y } = transformVector(inverse, offset)
  return { x: rounded(x), y: rounded(y) }
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** How far an arrow key moves: 1 pixel, or 10 with Shift; undefined for other keys. */
export function nudgeOffset(key: string, { shift = false }: { shift?: boolean } = {}): Point | undefined {
  const arrow = arrows[key]
  const step = shift ? 10 : 1
  return arrow && { x: arrow.x * step + 0, y: arrow.y * step + 0 }
}

/** The gap of an anchor after its layer was dragged, and the offset along the other axis. */
export function moveAnchored(
  { side, gap = 0 }: { side: 'below' | 'above' | 'left' | 'right'; gap?: number | undefined },
  { x, y }: Point,
): { gap: number; offset: Point } {
  switch (side) {
    case 'below':
      return { gap: rounded(gap + y), offset: { x, y: 0 } }
    case 'above':
      return { gap: rounded(gap - y), offset: { x, y: 0 } }
    case 'right':
      return { gap: rounded(gap + x), offset: { x: 0, y } }
    case 'left':
      return { gap: rounded(gap - x), offset: { x: 0, y } }
  }
}
