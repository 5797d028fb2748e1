import {
  type Box,
  boxAround,
  cornersOf,
  type Matrix,
  multiply,
  type Point,
  rotation as rotationMatrix,
  rounded,
  type Size,
  transform,
  translation,
  turnOf,
} from './matrix.ts'

export type Flip = 'none' | 'horizontal' | 'vertical' | 'both'

/** How a layer is placed in the layer or page around it: its box, turned around a point of the box, and mirrored in it. */
export interface Frame extends Box {
  /** Degrees, clockwise. */
  readonly rotation: number
  /** Parts of the box, 0 to 1. */
  readonly origin: Point
  readonly flip: Flip
}

export const CENTER: Point = { x: 0.5, y: 0.5 }

/** An upright frame of a box. */
export function frameOfBox(box: Box): Frame {
  return { ...box, rotation: 0, origin: CENTER, flip: 'none' }
}

/** From the coordinates inside a layer to those around it, as the renderer draws it. */
export function frameMatrix(frame: Frame): Matrix {
  const { x, y, width, height, rotation, origin, flip } = frame
  const pivot = { x: origin.x * width, y: origin.y * height }
  const placed = translation(x, y)
  const turned =
    rotation === 0
      ? placed
      : multiply(
          multiply(placed, translation(pivot.x, pivot.y)),
          multiply(rotationMatrix(rotation), translation(-pivot.x, -pivot.y)),
        )
  return flip === 'none' ? turned : multiply(turned, flipMatrix(flip, { width, height }))
}

export function flipMatrix(flip: Flip, { width, height }: Size): Matrix {
  const across = flip === 'horizontal' || flip === 'both'
  const down = flip === 'vertical' || flip === 'both'
  return [across ? -1 : 1, 0, 0, down ? -1 : 1, across ? width : 0, down ? height : 0]
}

/** Both mirrorings, one after the other. */
export function combineFlips(one: Flip, other: Flip): Flip {
  const across = isAcross(one) !== isAcross(other)
  const down = isDown(one) !== isDown(other)
  if (across && down) return 'both'
  if (across) return 'horizontal'
  return down ? 'vertical' : 'none'
}

const isAcross = (flip: Flip) => flip === 'horizontal' || flip === 'both'
const isDown = (flip: Flip) => flip === 'vertical' || flip === 'both'

/** True when mirroring turns clockwise into counter-clockwise. */
export function reverses(flip: Flip): boolean {
  return flip === 'horizontal' || flip === 'vertical'
}

/** The upright box that the turned frame covers. */
export function boundsOfFrame(frame: Frame): Box {
  return boxAround(frameCorners(frame))
}

/** Upper left, upper right, lower right and lower left corner of the layer, in the coordinates around it. */
export function frameCorners(frame: Frame): readonly Point[] {
  return cornersOf({ x: 0, y: 0, width: frame.width, height: frame.height }, frameMatrix(frame))
}

/** The frame moved so that its point `local` (inside the layer) is at `target` (around it). */
export function movedTo(frame: Frame, local: Point, target: Point): Frame {
  const now = transform(frameMatrix(frame), local)
  return { ...frame, x: frame.x + target.x - now.x, y: frame.y + target.y - now.y }
}

/** `inner`, a frame inside `outer`, as a frame beside `outer` that is drawn at the same place. */
export function unwrapFrame(inner: Frame, outer: Frame): Frame {
  const turn = reverses(outer.flip) ? -inner.rotation : inner.rotation
  const freed: Frame = {
    ...inner,
    rotation: turnOf(outer.rotation + turn),
    flip: combineFlips(outer.flip, inner.flip),
  }
  const middle = { x: inner.width / 2, y: inner.height / 2 }
  const target = transform(multiply(frameMatrix(outer), frameMatrix(inner)), middle)
  return movedTo(freed, middle, target)
}

/** `beside`, a frame beside `outer`, as a frame inside `outer` that is drawn at the same place. */
export function wrapFrame(beside: Frame, outer: Frame): Frame {
  const turn = turnOf(beside.rotation - outer.rotation)
  const kept: Frame = {
    ...beside,
    rotation: reverses(outer.flip) ? turnOf(-turn) : turn,
    flip: combineFlips(outer.flip, beside.flip),
  }
  const middle = { x: beside.width / 2, y: beside.height / 2 }
  // The middle is where it was: find it from the inside of `outer`.
  const target = transform(inverseFrameMatrix(outer), transform(frameMatrix(beside), middle))
  return movedTo(kept, middle, target)
}

/** The frame as a mirror in the middle of a box shows it. */
export function mirrorFrame(frame: Frame, flip: 'horizontal' | 'vertical', box: Box): Frame {
  const middle = { x: frame.width / 2, y: frame.height / 2 }
  const { x, y } = transform(frameMatrix(frame), middle)
  const target = flip === 'horizontal' ? { x: 2 * box.x + box.width - x, y } : { x, y: 2 * box.y + box.height - y }
  const mirrored = { ...frame, rotation: turnOf(-frame.rotation), flip: combineFlips(frame.flip, flip) }
  return movedTo(mirrored, middle, target)
}

/** From the coordinates around a layer to those inside it. */
export function inverseFrameMatrix({ x, y, width, height, rotation, origin, flip }: Frame): Matrix {
  const pivot = { x: origin.x * width, y: origin.y * height }
  const upright = multiply(
    multiply(translation(pivot.x, pivot.y), rotationMatrix(-rotation)),
    translation(-x - pivot.x, -y - pivot.y),
  )
  return multiply(flipMatrix(flip, { width, height }), upright)
}

/** Place and size with at most three decimals. */
export function roundedFrame(frame: Frame): Frame {
  return {
    ...frame,
    x: rounded(frame.x),
    y: rounded(frame.y),
    width: rounded(frame.width),
    height: rounded(frame.height),
    rotation: rounded(frame.rotation),
  }
}
