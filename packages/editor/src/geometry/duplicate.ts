import type { Point } from './matrix.ts'

/** Where the first copy goes: 10 pixels to the right and down. */
export const DUPLICATE_OFFSET: Point = { x: 10, y: 10 }

/** Where the next copy goes: as far from the last one as that was moved from its original, so that copies make a pattern. */
export function nextDuplicateOffset(original: Point, copy: Point): Point {
  const offset = { x: copy.x - original.x, y: copy.y - original.y }
  return offset.x === 0 && offset.y === 0 ? DUPLICATE_OFFSET : offset
}
