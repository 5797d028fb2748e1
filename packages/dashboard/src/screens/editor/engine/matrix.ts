/** As canvases and `DOMMatrix` take it. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

interface Point {
  readonly x: number
  readonly y: number
}

interface Box extends Point {
  readonly width: number
  readonly height: number
}

export function apply([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

export function invert([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c || Number.EPSILON
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}

/** The four corners of a box of this size, clockwise from the upper left. */
export function cornersOf(matrix: Matrix, { width, height }: Pick<Box, 'width' | 'height'>): readonly Point[] {
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  return corners.map((corner) => apply(matrix, corner))
}

/** The upright box around points. */
export function boundsOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** The upright box around boxes; null around none. */
export function unionOf(boxes: readonly Box[]): Box | null {
  const corners = boxes.flatMap(({ x, y, width, height }) => [
    { x, y },
    { x: x + width, y: y + height },
  ])
  return corners.length === 0 ? null : boundsOf(corners)
}
