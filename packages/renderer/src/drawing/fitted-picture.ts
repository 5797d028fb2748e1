import type { Context2D, Pen, Pixels, Style } from '#renderer/canvas/canvas.ts'
import type { Box } from '#renderer/geometry/box.ts'

/** How pixels that were made for a box fill it. */
export interface Fitted {
  readonly width: number
  readonly height: number
  readonly fit: 'cover' | 'contain' | 'fill'
  readonly focalPoint: { readonly x: number; readonly y: number }
}

/** Pixels as a paint of a box, and of what leaves it. */
export function picturePaint(pen: Pen, pixels: Pixels, { box, fit, focalPoint }: PaintedBox): Style {
  const { x, y, width, height } = box
  const place =
    fit === 'cover'
      ? coverArea({ width, height, fit, focalPoint }, pixels)
      : areaOf({ width, height, fit, focalPoint }, pixels)
  return pen.picturePaint(pixels, { ...place, x: x + place.x, y: y + place.y }, fit !== 'contain')
}

interface PaintedBox extends Pick<Fitted, 'fit' | 'focalPoint'> {
  readonly box: Box
}

/** Draws a picture into its box, cut by the path that `cut` lays. */
export function drawFitted(pen: Pen, pixels: Pixels, place: Fitted & { cut?: (context: Context2D) => void }): void {
  const { context } = pen
  context.save()
  if (place.cut) {
    context.beginPath()
    place.cut(context)
    context.clip()
  }
  pen.picture(pixels, areaOf(place, pixels))
  context.restore()
}

/** Where the pixels go that cover a box, which may be higher than the one that they were made for. */
function coverArea({ width, height, focalPoint }: Fitted, { widthPx, heightPx }: Pixels): Box {
  const ratio = Math.max(width / widthPx, height / heightPx)
  const [drawnWidth, drawnHeight] = [widthPx * ratio, heightPx * ratio]
  return {
    x: (width - drawnWidth) * focalPoint.x,
    y: (height - drawnHeight) * focalPoint.y,
    width: drawnWidth,
    height: drawnHeight,
  }
}

/** Where the pixels go: all of the box, unless the whole picture has to be seen. */
function areaOf({ width, height, fit, focalPoint }: Fitted, { widthPx, heightPx }: Pixels): Box {
  if (fit !== 'contain') return { x: 0, y: 0, width, height }
  const ratio = Math.min(width / widthPx, height / heightPx)
  const [drawnWidth, drawnHeight] = [widthPx * ratio, heightPx * ratio]
  return {
    x: (width - drawnWidth) * focalPoint.x,
    y: (height - drawnHeight) * focalPoint.y,
    width: drawnWidth,
    height: drawnHeight,
  }
}
