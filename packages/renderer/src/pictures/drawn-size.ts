import type { Recolor } from '#renderer/svg/recolor-svg.ts'

/** The size at which a picture is drawn, in pixels of the output. */
export interface DrawnSize {
  readonly widthPx: number
  readonly heightPx: number
  readonly fit: 'cover' | 'contain' | 'fill'
  readonly focalPoint: { readonly x: number; readonly y: number }
  /** How much larger than it has to be a picture is that covers its box. Default: 1. */
  readonly zoom?: number | undefined
  /** Only for an SVG. */
  readonly recolor?: Recolor | undefined
}

/** How a picture covers a box: its size as a whole, and what is cut out of it. */
export function coverOf(
  source: { width: number; height: number },
  { widthPx, heightPx, focalPoint, zoom = 1 }: DrawnSize,
) {
  const ratio = Math.max(widthPx / source.width, heightPx / source.height) * zoom
  // Half a pixel goes down: sharp rounds it either way, and the cut must not leave the picture.
  const whole = (length: number, kept: number) => Math.max(kept, Math.ceil(length * ratio - 0.5))
  const [width, height] = [whole(source.width, widthPx), whole(source.height, heightPx)]
  const left = Math.round(cutStart(width, widthPx, focalPoint.x))
  const top = Math.round(cutStart(height, heightPx, focalPoint.y))
  return { width, height, left, top }
}

/** Where to cut so that the focal point comes to the middle, as far as the picture allows. */
export function cutStart(whole: number, kept: number, focal: number): number {
  return Math.min(Math.max(0, whole * focal - kept / 2), whole - kept)
}
