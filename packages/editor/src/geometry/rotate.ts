import { type Frame, frameMatrix, movedTo } from './frame.ts'
import { type Point, rotation as rotationMatrix, rounded, transform, transformVector, turnOf } from './matrix.ts'

/** Clockwise angle of `point` as seen from `center`, in degrees; 0 is to the right. */
export function angleOf(center: Point, point: Point): number {
  return (Math.atan2(point.y - center.y, point.x - center.x) * 180) / Math.PI
}

/** The nearest multiple of `step` degrees. */
export function stepAngle(degrees: number, step = 15): number {
  return turnOf(Math.round(degrees / step) * step) + 0
}

/** How far the pointer turned around `center`, in degrees from -180 to 180. */
export function turnBetween(center: Point, from: Point, to: Point): number {
  return turnOf(angleOf(center, to) - angleOf(center, from))
}

/** Turns a frame around its own rotation origin. With `steps`, to a multiple of 15 degrees. */
export function rotateFrame(frame: Frame, degrees: number, { steps = false }: { steps?: boolean } = {}): Frame {
  const rotation = turnOf(frame.rotation + degrees)
  return { ...frame, rotation: steps ? stepAngle(rotation) : rounded(rotation) }
}

/** Turns frames around a common centre. With `steps`, by a multiple of 15 degrees. */
export function rotateFrames(
  frames: readonly Frame[],
  center: Point,
  { degrees, steps = false }: { degrees: number; steps?: boolean },
): readonly Frame[] {
  const turn = steps ? stepAngle(degrees) : rounded(degrees)
  const matrix = rotationMatrix(turn)
  return frames.map((frame) => {
    const middle = { x: frame.width / 2, y: frame.height / 2 }
    const before = transform(frameMatrix(frame), middle)
    const offset = transformVector(matrix, { x: before.x - center.x, y: before.y - center.y })
    const turned: Frame = { ...frame, rotation: rounded(turnOf(frame.rotation + turn)) }
    return movedTo(turned, middle, { x: center.x + offset.x, y: center.y + offset.y })
  })
}
