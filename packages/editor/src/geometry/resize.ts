import { type Frame, frameMatrix, movedTo } from './frame.ts'
import { type Point, rotation as rotationMatrix, rounded, transform, transformVector } from './matrix.ts'

/** The handles of a box, by compass as seen in an upright layer. */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof HANDLES)[number]

export interface ResizeOptions {
  /** Width and height keep their proportion. */
  readonly keepRatio?: boolean
  /** The centre stays instead of the opposite side. */
  readonly fromCenter?: boolean
  /** Sizes may be fractions; otherwise a whole side stays whole. */
  readonly exact?: boolean
}

/** Layers cannot be made smaller than this, in pixels. */
export const MIN_SIDE = 1

/** In which direction a handle pulls: -1, 0 or 1 on each axis. */
export function directionOf(handle: Handle): Point {
  return {
    x: handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0,
    y: handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0,
  }
}

/** The place of a handle inside the turned box, before any mirroring. */
export function handlePoint(frame: Frame, handle: Handle): Point {
  return transform(frameMatrix({ ...frame, flip: 'none' }), pointAt(frame, directionOf(handle)))
}

/**
 * The frame after a handle was dragged by `offset`, in the coordinates around the layer. The opposite corner (or side, or
 * the centre) stays where it is at any rotation.
 */
export function resizeFrame(frame: Frame, drag: { handle: Handle; offset: Point }, options: ResizeOptions = {}): Frame {
  const direction = directionOf(drag.handle)
  const pull = transformVector(rotationMatrix(-frame.rotation), drag.offset)
  const factor = options.fromCenter ? 2 : 1
  const wanted = {
    width: grown(frame.width, direction.x * pull.x, { factor, exact: options.exact }),
    height: grown(frame.height, direction.y * pull.y, { factor, exact: options.exact }),
  }
  const size = options.keepRatio ? proportional(frame, wanted, { direction, options }) : wanted
  return withSize(frame, size, options.fromCenter ? { x: 0, y: 0 } : { x: -direction.x, y: -direction.y })
}

/** The frame with another size; the point at `fixed` (-1, 0 or 1 on each axis of the box) stays where it is. */
export function withSize(frame: Frame, size: { width: number; height: number }, fixed: Point): Frame {
  const plain: Frame = { ...frame, flip: 'none' }
  const target = transform(frameMatrix(plain), pointAt(plain, fixed))
  const resized: Frame = { ...plain, ...size }
  return { ...movedTo(resized, pointAt(resized, fixed), target), flip: frame.flip }
}

function pointAt({ width, height }: { width: number; height: number }, { x, y }: Point): Point {
  return { x: (width * (x + 1)) / 2, y: (height * (y + 1)) / 2 }
}

/** The sides of a box as they are kept, with the new ones in proportion to each other; `still` says of which axes the middle stays. */
export interface Sides {
  readonly from: { readonly width: number; readonly height: number }
  readonly to: { readonly width: number; readonly height: number }
  readonly still: { readonly x: boolean; readonly y: boolean }
}

/**
 * Sides of whole pixels stay whole, also the one that follows in proportion; where the middle stays, they grow by an even
 * number, so that both edges stay whole.
 */
export function wholeSides({ from, to, still }: Sides): { width: number; height: number } {
  const side = (before: number, after: number, isStill: boolean) => {
    if (!Number.isInteger(before)) return Math.max(MIN_SIDE, rounded(after))
    const step = isStill ? 2 : 1
    const change = Math.round((after - before) / step) * step
    return before + Math.max(change, isStill ? Math.ceil((MIN_SIDE - before) / 2) * 2 : MIN_SIDE - before)
  }
  return { width: side(from.width, to.width, still.x), height: side(from.height, to.height, still.y) }
}

function grown(side: number, pull: number, { factor, exact }: { factor: number; exact: boolean | undefined }): number {
  const isWhole = Number.isInteger(side) && !exact
  const change = (isWhole ? Math.round(pull) : rounded(pull)) * factor
  return change === 0 ? side : Math.max(MIN_SIDE, rounded(side + change))
}

/** Both sides by the same factor: that of the side that was pulled, or of a corner the side that changed more. */
function proportional(
  { width, height }: Frame,
  wanted: { width: number; height: number },
  { direction, options: { exact, fromCenter = false } }: { direction: Point; options: ResizeOptions },
): { width: number; height: number } {
  if (width === 0 || height === 0) return wanted
  const [across, down] = [wanted.width / width, wanted.height / height]
  const byWidth = direction.y === 0 || (direction.x !== 0 && Math.abs(across - 1) >= Math.abs(down - 1))
  const factor = Math.max(byWidth ? across : down, MIN_SIDE / Math.min(width, height))
  const to = { width: width * factor, height: height * factor }
  if (exact) return { width: rounded(to.width), height: rounded(to.height) }
  const still = { x: fromCenter || direction.x === 0, y: fromCenter || direction.y === 0 }
  return wholeSides({ from: { width, height }, to, still })
}
