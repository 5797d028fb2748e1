import { type Frame, frameMatrix, movedTo } from './frame.ts'
import { type Point, rotation as rotationMatrix, rounded, transform, transformVector } from './matrix.ts'
import { MIN_SIDE } from './resize.ts'

/** Factors across and down. */
export interface Scale {
  readonly x: number
  readonly y: number
}

/** A frame inside a box that grows by `scale` from its upper left corner: its middle moves along, its sides grow along their own directions. */
export function scaleFrame(frame: Frame, scale: Scale): Frame {
  const middle = transform(frameMatrix(frame), { x: frame.width / 2, y: frame.height / 2 })
  const turn = rotationMatrix(frame.rotation)
  const stretch = (direction: Point) => {
    const { x, y } = transformVector(turn, direction)
    return Math.hypot(x * scale.x, y * scale.y)
  }
  const width = rounded(frame.width * stretch({ x: 1, y: 0 }))
  const height = rounded(frame.height * stretch({ x: 0, y: 1 }))
  const scaled: Frame = { ...frame, width, height }
  return movedTo(scaled, { x: width / 2, y: height / 2 }, { x: middle.x * scale.x, y: middle.y * scale.y })
}

/** An upright frame of whole pixels, scaled to another place and size: its edges are whole again. Any other stays as scaled. */
export function wholeEdges(before: Frame, scaled: Frame): Frame {
  const isWhole = [before.x, before.y, before.width, before.height].every(Number.isInteger)
  if (!isWhole || before.rotation !== 0) return scaled
  const [x, y] = [Math.round(scaled.x), Math.round(scaled.y)]
  const side = (from: number, to: number) => Math.max(MIN_SIDE, Math.round(to) - from)
  return {
    ...scaled,
    ...{ x, y, width: side(x, scaled.x + scaled.width), height: side(y, scaled.y + scaled.height) },
  }
}

/** The factor for lengths that have no direction, such as a font size. */
export function lengthFactor({ x, y }: Scale): number {
  return Math.sqrt(Math.abs(x * y))
}
