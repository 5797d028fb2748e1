import type { Pixels } from '#renderer/canvas/canvas.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable } from '#renderer/model/layer-kind.ts'
import type { Radius } from '#renderer/properties/radius.ts'
import type { Stroke } from '#renderer/properties/stroke.ts'
import { drawStroke, ellipseOutline, fillInset, roundedOutline } from './shape.ts'

/** A picture in the box of its layer. */
interface Picture {
  readonly width: number
  readonly height: number
  readonly fit: 'cover' | 'contain' | 'fill'
  readonly focalPoint: { readonly x: number; readonly y: number }
  readonly radius?: Radius
  readonly circle?: boolean
  readonly border?: Stroke | undefined
}

/** What is drawn of pixels that were made for this box. */
export function measurePicture(picture: Picture, pixels: Pixels | undefined): Drawable {
  const { width, height, fit, border, radius = 0, circle = false } = picture
  const outline = circle ? ellipseOutline : roundedOutline(radius)
  const box = { x: 0, y: 0, width, height }
  const bordered = border !== undefined && border.width > 0
  const cut = circle || radius !== 0 || fillInset(border) > 0
  return {
    width,
    height,
    marginPx: bordered ? border.width : 0,
    single: !bordered && !cut,
    ...(pixels &&
      !bordered &&
      !circle &&
      fit !== 'contain' && { picture: { pixels, corners: Math.max(...[radius].flat()) } }),
    draw(pen) {
      if (!pixels) return
      const { context } = pen
      context.save()
      if (cut) {
        context.beginPath()
        outline(context, box, fillInset(border))
        context.clip()
      }
      pen.picture(pixels, areaOf(picture, pixels))
      context.restore()
      if (bordered) drawStroke(context, border, { box, outline })
    },
  }
}

/** Where the pixels go: all of the layer, unless the whole picture has to be seen. */
function areaOf({ width, height, fit, focalPoint }: Picture, { widthPx, heightPx }: Pixels): Box {
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
