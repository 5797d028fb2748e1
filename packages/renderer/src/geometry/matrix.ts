import type { CommonProperties } from '#renderer/properties/common.ts'
import type { Box } from './box.ts'

/** An affine change of coordinates, in the order in which the canvas takes it. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export function scaling(factor: number): Matrix {
  return [factor, 0, 0, factor, 0, 0]
}

/** What a canvas says of its own. */
export function matrixOf({ a, b, c, d, e, f }: Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f', number>): Matrix {
  return [a, b, c, d, e, f]
}

/** Moves what `matrix` leads to. */
export function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix {
  return [a, b, c, d, e + x, f + y]
}

/** What decides where a layer is and how it is turned. */
interface Standing {
  readonly x: number
  readonly y: number
  readonly drawable: Pick<Box, 'width' | 'height'>
  readonly layer: { readonly common: Pick<CommonProperties, 'rotation' | 'rotationOrigin' | 'flip'> }
}

/** From the coordinates of a layer to where `outer` leads from those around it: its place, rotation and flip. */
export function within(outer: Matrix, { layer, drawable, x, y }: Standing): Matrix {
  const { rotation, rotationOrigin, flip } = layer.common
  const { width, height } = drawable
  const placed = multiply(outer, [1, 0, 0, 1, x, y])
  const turned = rotation === 0 ? placed : turn(placed, rotation, [rotationOrigin.x * width, rotationOrigin.y * height])
  if (flip === 'none') return turned
  const across = flip === 'horizontal' || flip === 'both'
  const down = flip === 'vertical' || flip === 'both'
  return multiply(turned, [across ? -1 : 1, 0, 0, down ? -1 : 1, across ? width : 0, down ? height : 0])
}

function turn(matrix: Matrix, degrees: number, [x, y]: readonly [number, number]): Matrix {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return multiply(multiply(matrix, [1, 0, 0, 1, x, y]), multiply([cos, sin, -sin, cos, 0, 0], [1, 0, 0, 1, -x, -y]))
}

/** First the second change, then the first. */
export function multiply([a, b, c, d, e, f]: Matrix, [a2, b2, c2, d2, e2, f2]: Matrix): Matrix {
  return [a * a2 + c * b2, b * a2 + d * b2, a * c2 + c * d2, b * c2 + d * d2, a * e2 + c * f2 + e, b * e2 + d * f2 + f]
}

/** Left, top, right and lower edge. */
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** What a box covers after the change of coordinates. */
export function boundsOf({ x, y, width, height }: Box, [a, b, c, d, e, f]: Matrix): Bounds {
  const corners = [x, x + width].flatMap((cornerX) => [y, y + height].map((cornerY) => [cornerX, cornerY] as const))
  const xs = corners.map(([cornerX, cornerY]) => a * cornerX + c * cornerY + e)
  const ys = corners.map(([cornerX, cornerY]) => b * cornerX + d * cornerY + f)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

/** The smallest bounds around all of them. */
export function union(all: readonly Bounds[]): Bounds {
  return {
    left: Math.min(...all.map(({ left }) => left)),
    top: Math.min(...all.map(({ top }) => top)),
    right: Math.max(...all.map(({ right }) => right)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  }
}

export function widened({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}

/** A frame that was moved and turned inside of another one. */
export interface Turn {
  readonly x: number
  readonly y: number
  /** In radians, clockwise. */
  readonly angle: number
}

/** A point of the outer frame as the turned one has it. */
export function turnedInto(turn: Turn | undefined, x: number, y: number): [x: number, y: number] {
  if (!turn) return [x, y]
  const [cos, sin] = [Math.cos(turn.angle), Math.sin(turn.angle)]
  const [right, down] = [x - turn.x, y - turn.y]
  return [right * cos + down * sin, down * cos - right * sin]
}
