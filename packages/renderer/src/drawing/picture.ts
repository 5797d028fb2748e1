import type { Context2D } from '#renderer/canvas/canvas.ts'
import type { Drawable, Pictures } from '#renderer/model/layer-kind.ts'
import type { Radius } from '#renderer/properties/radius.ts'
import type { Stroke } from '#renderer/properties/stroke.ts'
import { drawFitted, type Fitted } from './fitted-picture.ts'
import { drawStroke, ellipseOutline, fillInset, roundedOutline } from './shape.ts'
import { isMissing } from './style.ts'

/** A picture in the box of its layer. */
interface Picture extends Fitted {
  readonly radius?: Radius
  readonly circle?: boolean
  readonly border?: Stroke | undefined
}

/** What is drawn of pixels that were made for this box. */
export function measurePicture(picture: Picture, pictures: Pictures): Drawable {
  const { image: pixels } = pictures
  const { width, height, fit, focalPoint, border, radius = 0, circle = false } = picture
  const outline = circle ? ellipseOutline : roundedOutline(radius)
  const box = { x: 0, y: 0, width, height }
  const bordered = border !== undefined && border.width > 0 && !isMissing(border.color, pictures)
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
      const edge = (context: Context2D) => outline(context, box, fillInset(border))
      drawFitted(pen, pixels, { width, height, fit, focalPoint, ...(cut && { cut: edge }) })
      if (bordered) drawStroke(pen, border, { box, outline, pictures })
    },
  }
}
