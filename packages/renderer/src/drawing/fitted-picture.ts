import type { Bleed } from '#renderer/canvas/bleed.ts'
import type { Context2D, Pen, Pixels, Style } from '#renderer/canvas/canvas.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Turn } from '#renderer/geometry/matrix.ts'
import { cutStart } from '#renderer/pictures/drawn-size.ts'

/** How pixels that were made for a box fill it. */
export interface Fitted {
  readonly width: number
  readonly height: number
  readonly fit: 'cover' | 'contain' | 'fill'
  readonly focalPoint: { readonly x: number; readonly y: number }
  /** The pixels are the whole picture, whatever of it the box shows. */
  readonly isWhole?: boolean | undefined
  /** Of a whole picture that covers its box; others were cut by it. */
  readonly zoom?: number
}

/** More would only be seen where a picture is far finer than what it is drawn on. */
const MAX_BLEED = 8

/** Pixels as a paint of a box, and of what leaves it. */
export function picturePaint(pen: Pen, pixels: Pixels, { box, turn, ...fitted }: PaintedBox): Style {
  const area = areaOf({ ...fitted, width: box.width, height: box.height }, pixels, true)
  const place = { ...area, x: box.x + area.x, y: box.y + area.y }
  return pen.picturePaint(pixels, {
    box: place,
    repeats: fitted.fit !== 'contain',
    turn,
    // A paint mixes with what is a pixel of its own away.
    bleed: bleedOf({ pixels, area, box }, 1),
  })
}

interface PaintedBox extends Omit<Fitted, 'width' | 'height'> {
  readonly box: Box
  readonly turn?: Turn | undefined
}

interface DrawnPicture extends Fitted {
  readonly cut?: (context: Context2D) => void
}

/** Draws a picture into its box, cut by the path that `cut` lays. */
export function drawFitted(pen: Pen, pixels: Pixels, place: DrawnPicture): void {
  const { context } = pen
  context.save()
  if (place.cut) {
    context.beginPath()
    place.cut(context)
    context.clip()
  }
  const area = areaOf(place, pixels)
  pen.picture(pixels, area, place.cut && bleedOf({ pixels, area, box: place }, pixelsPerPixel(pen, pixels, area)))
  context.restore()
}

/** A whole picture is finer than what it is drawn on when its box is small. */
function pixelsPerPixel({ toPixels }: Pen, { widthPx }: Pixels, { width }: Box): number {
  const [a, b] = toPixels?.() ?? [1, 0]
  return Math.min(MAX_BLEED, Math.max(1, Math.round(widthPx / (width * Math.hypot(a, b)))))
}

interface FittedArea {
  readonly pixels: Pixels
  readonly area: Box
  readonly box: Pick<Box, 'width' | 'height'>
}

/** Where the picture ends with its box, and not within, what it paints ends there too. */
function bleedOf({ pixels, area, box }: FittedArea, px: number): Bleed {
  // What is missing of less than a pixel was lost when the picture was made for the box.
  const bleeds = (length: number, drawn: number, sidePx: number) => ((length - drawn) * sidePx < drawn ? px : 0)
  return {
    across: bleeds(box.width, area.width, pixels.widthPx),
    down: bleeds(box.height, area.height, pixels.heightPx),
  }
}

/** Where the pixels go: all of the box, unless the whole picture has to be seen, or the box became higher. */
function areaOf(fitted: Fitted, { widthPx, heightPx }: Pixels, mayGrow = false): Box {
  const { width, height, fit, focalPoint, isWhole = false, zoom = 1 } = fitted
  if (fit === 'fill' || (fit === 'cover' && !mayGrow && !isWhole)) return { x: 0, y: 0, width, height }
  const covers = fit === 'cover' && isWhole
  const ratio = Math[fit === 'cover' ? 'max' : 'min'](width / widthPx, height / heightPx) * (covers ? zoom : 1)
  const [drawnWidth, drawnHeight] = [widthPx * ratio, heightPx * ratio]
  if (covers) {
    const [x, y] = [cutStart(drawnWidth, width, focalPoint.x), cutStart(drawnHeight, height, focalPoint.y)]
    return { x: -x, y: -y, width: drawnWidth, height: drawnHeight }
  }
  return {
    x: (width - drawnWidth) * focalPoint.x,
    y: (height - drawnHeight) * focalPoint.y,
    width: drawnWidth,
    height: drawnHeight,
  }
}
