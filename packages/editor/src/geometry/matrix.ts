/** An affine change of coordinates, in the order in which a canvas takes it. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Point, Size {}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The change that applies `second` first, then `first`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first
  const [a2, b2, c2, d2, e2, f2] = second
  return [a * a2 + c * b2, b * a2 + d * b2, a * c2 + c * d2, b * c2 + d * d2, a * e2 + c * f2 + e, b * e2 + d * f2 + f]
}

/** The opposite change; undefined for one that flattens everything to a line or point. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c
  if (determinant === 0 || !Number.isFinite(determinant)) return undefined
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}

export function translation(x: number, y: number): Matrix {
  return [1, 0, 0, 1, x, y]
}

/** Clockwise, in degrees. */
export function rotation(degrees: number): Matrix {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [cos, sin, -sin, cos, 0, 0]
}

export function transform([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

/** Changes a direction and its length, not a place. */
export function transformVector([a, b, c, d]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y, y: b * x + d * y }
}

/** The corners of a box after the change: upper left, upper right, lower right, lower left. */
export function cornersOf({ x, y, width, height }: Box, matrix: Matrix = IDENTITY): readonly Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map((corner) => transform(matrix, corner))
}

/** The smallest upright box around points; an empty box at 0, 0 around none. */
export function boxAround(points: readonly Point[]): Box {
  if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** The smallest upright box around boxes. */
export function union(boxes: readonly Box[]): Box {
  return boxAround(boxes.flatMap((box) => cornersOf(box)))
}

/** Lengths and angles are written with at most three decimals. */
export function rounded(value: number): number {
  // `+ 0` turns -0 into 0.
  return Math.round(value * 1000) / 1000 + 0
}

/** Degrees from -180 (exclusive) to 180. */
export function turnOf(degrees: number): number {
  const turn = degrees % 360
  if (turn > 180) return turn - 360
  return turn <= -180 ? turn + 360 : turn
}
