import type { Context2D, Pen, Pixels, Style } from '#renderer/canvas/canvas.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Turn } from '#renderer/geometry/matrix.ts'

/** How pixels that were made for a box fill it. */
export interface Fitted {
  readonly width: number
  readonly height: number
  readonly fit: 'cover' | 'contain' | 'fill'
  readonly focalPoint: { readonly x: number; readonly y: number }
}

/** Pixels as a paint of a box, and of what leaves it. */
export function picturePaint(pen: Pen, pixels: Pixels, { box, fit, focalPoint, turn }: PaintedBox): Style {
  const area = areaOf({ ...box, fit, focalPoint }, pixels, true)
  const place = { ...area, x: box.x + area.x, y: box.y + area.y }
  return pen.picturePaint(pixels, { box: place, repeats: fit !== 'contain', turn })
}

interface PaintedBox extends Pick<Fitted, 'fit' | 'focalPoint'> {
  readonly box: Box
  readonly turn?: Turn | undefined
}

interface DrawnPicture extends Fitted {
  readonly cut?: (context: Context2D) => void
  /** The box may be larger than the one that the pixels were made for. */
  readonly mayGrow?: boolean
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
  pen.picture(pixels, areaOf(place, pixels, place.mayGrow))
  context.restore()
}

/** Where the pixels go: all of the box, unless the whole picture has to be seen, or the box became higher. */
function areaOf({ width, height, fit, focalPoint }: Fitted, { widthPx, heightPx }: Pixels, mayGrow = false): Box {
  if (fit === 'fill' || (fit === 'cover' && !mayGrow)) return { x: 0, y: 0, width, height }
  const ratio = Math[fit === 'cover' ? 'max' : 'min'](width / widthPx, height / heightPx)
  const [drawnWidth, drawnHeight] = [widthPx * ratio, heightPx * ratio]
  return {
    x: (width - drawnWidth) * focalPoint.x,
    y: (height - drawnHeight) * focalPoint.y,
    width: drawnWidth,
    height: drawnHeight,
  }
}
