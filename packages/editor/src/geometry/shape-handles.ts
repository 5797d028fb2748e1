import type { Point, Size } from './matrix.ts'

/** Corners lie on the ellipse of the box, the first one on top: the place of corner `index` of `count`, at `radius` of the way out. */
export function shapeCorner({ width, height }: Size, at: { index: number; count: number; radius?: number }): Point {
  const angle = (2 * Math.PI * at.index) / at.count - Math.PI / 2
  const radius = at.radius ?? 1
  return {
    x: (width / 2) * (1 + radius * Math.cos(angle)),
    y: (height / 2) * (1 + radius * Math.sin(angle)),
  }
}

/** The share of the way from the middle to the ellipse of the box at which a point is, from 0.01 to 1: the inner radius of a star. */
export function innerRadiusAt({ width, height }: Size, { x, y }: Point, most = 1): number {
  const [across, down] = [(2 * x) / Math.max(width, 1) - 1, (2 * y) / Math.max(height, 1) - 1]
  return Math.round(Math.min(most, Math.max(0.01, Math.hypot(across, down))) * 1000) / 1000
}

/** The number of corners that puts the second one nearest to a point: 3 to 100. */
export function cornerCountAt({ width, height }: Size, { x, y }: Point): number {
  const [across, down] = [(2 * x) / Math.max(width, 1) - 1, (2 * y) / Math.max(height, 1) - 1]
  // Clockwise from the top.
  const angle = Math.atan2(across, -down)
  const turn = angle <= 0 ? Math.PI / 50 : angle
  return Math.min(100, Math.max(3, Math.round((2 * Math.PI) / turn)))
}
