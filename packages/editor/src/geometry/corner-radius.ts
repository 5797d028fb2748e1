import { type Point, rounded, type Size } from './matrix.ts'

/** Radii as a layer has them: one for all corners, or upper left, upper right, lower right, lower left. */
export type Radius = number | readonly [number, number, number, number]

export type Corner = 0 | 1 | 2 | 3

/** The radius of each corner. */
export function radiiOf(radius: Radius): readonly [number, number, number, number] {
  return typeof radius === 'number' ? [radius, radius, radius, radius] : radius
}

/** Where the dot of a corner is inside the layer; `inset` keeps it away from a sharp corner. */
export function radiusDot(
  size: Size,
  { corner, radius, inset }: { corner: Corner; radius: number; inset: number },
): Point {
  const from = Math.min(Math.max(radius, inset), maxRadius(size))
  const { x, y } = { x: corner === 1 || corner === 2, y: corner === 2 || corner === 3 }
  return { x: x ? size.width - from : from, y: y ? size.height - from : from }
}

/** The radius that puts the dot of a corner at a point inside the layer: whole pixels, at most half of the shorter side. */
export function radiusAt(size: Size, corner: Corner, { x, y }: Point): number {
  const across = corner === 1 || corner === 2 ? size.width - x : x
  const down = corner === 2 || corner === 3 ? size.height - y : y
  return Math.round(Math.min(Math.max(0, (across + down) / 2), maxRadius(size)))
}

/** The radii with one corner changed, or all of them. */
export function withRadius(radius: Radius, corner: Corner | 'all', value: number): Radius {
  const changed = rounded(value)
  if (corner === 'all') return changed
  const [first, second, third, fourth] = radiiOf(radius).with(corner, changed)
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return radius
  return first === second && second === third && third === fourth ? first : [first, second, third, fourth]
}

function maxRadius({ width, height }: Size): number {
  return Math.min(width, height) / 2
}
