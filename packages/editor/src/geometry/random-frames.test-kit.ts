import fc from 'fast-check'
import type { Frame } from './frame.ts'
import type { Box, Point } from './matrix.ts'

const px = (min: number, max: number) => fc.integer({ min, max })

export const point: fc.Arbitrary<Point> = fc.record({ x: px(-300, 300), y: px(-300, 300) })

export const box: fc.Arbitrary<Box> = fc.record({
  x: px(-200, 400),
  y: px(-200, 400),
  width: px(1, 300),
  height: px(1, 300),
})

/** Frames at any rotation, mirrored, and turned around any of their points. */
export const frame: fc.Arbitrary<Frame> = fc.record({
  x: px(-200, 400),
  y: px(-200, 400),
  width: px(2, 300),
  height: px(2, 300),
  rotation: fc.integer({ min: -720, max: 720 }).map((half) => half / 2),
  origin: fc.record({ x: fc.constantFrom(0, 0.25, 0.5, 1), y: fc.constantFrom(0, 0.5, 0.8, 1) }),
  flip: fc.constantFrom('none', 'horizontal', 'vertical', 'both'),
})

/** The furthest that two lists of points are from each other. */
export function farthest(ones: readonly Point[], others: readonly Point[]): number {
  return Math.max(
    ...ones.map(({ x, y }, at) => Math.hypot(x - (others[at]?.x ?? Number.NaN), y - (others[at]?.y ?? Number.NaN))),
  )
}
