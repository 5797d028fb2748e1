import type { Recolor } from '#renderer/svg/recolor-svg.ts'

/** The size at which a picture is drawn, in pixels of the output. */
export interface DrawnSize {
  readonly widthPx: number
  readonly heightPx: number
  readonly fit: 'cover' | 'contain' | 'fill'
  readonly focalPoint: { readonly x: number; readonly y: number }
  /** Only for an SVG. */
  readonly recolor?: Recolor | undefined
}

/** Where to cut so that the focal point comes to the middle, as far as the picture allows. */
export function cutStart(whole: number, kept: number, focal: number): number {
  return Math.min(Math.max(0, whole * focal - kept / 2), whole - kept)
}
