import type { Context2D, Pen } from '#renderer/canvas/canvas.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable, PaintRequests, Pictures } from '#renderer/model/layer-kind.ts'
import { isPicture, type Paint } from '#renderer/properties/paint.ts'
import type { Radius } from '#renderer/properties/radius.ts'
import type { Stroke } from '#renderer/properties/stroke.ts'
import { drawFitted } from './fitted-picture.ts'
import { requestPaints } from './paint-requests.ts'
import { isMissing, styleOf } from './style.ts'

/** Lays the path of a shape; `inset` in pixels moves its edge inwards. */
export type Outline = (context: Context2D, box: Box, inset: number) => void

interface Shape {
  readonly width: number
  readonly height: number
  readonly fill: Paint
  readonly stroke?: Outlined | undefined
}

/** A stroke of which not everything has to be said, such as the corners of an ellipse. */
type Outlined = Omit<Stroke, 'cap' | 'join'> & Partial<Pick<Stroke, 'cap' | 'join'>>

/** How a shape is drawn. */
interface Look {
  readonly outline: Outline
  readonly pictures?: Pictures | undefined
  /** How many widths of its stroke stand out of a corner. */
  readonly spike?: number
  /** Its pictures are there as a whole, because it may have any size. */
  readonly isWhole?: boolean
}

export function roundedOutline(radius: Radius): Outline {
  const corners = typeof radius === 'number' ? [radius, radius, radius, radius] : radius
  return (context, { x, y, width, height }, inset) => {
    const radii = corners.map((corner) => (corner === 0 ? 0 : Math.max(0, corner - inset)))
    const [innerWidth, innerHeight] = [Math.max(0, width - 2 * inset), Math.max(0, height - 2 * inset)]
    if (radii.every((corner) => corner === 0)) context.rect(x + inset, y + inset, innerWidth, innerHeight)
    else context.roundRect(x + inset, y + inset, innerWidth, innerHeight, radii)
  }
}

export const ellipseOutline: Outline = (context, { x, y, width, height }, inset) => {
  const [radiusX, radiusY] = [Math.max(0, width / 2 - inset), Math.max(0, height / 2 - inset)]
  context.ellipse(x + width / 2, y + height / 2, radiusX, radiusY, 0, 0, 2 * Math.PI)
}

/** The pictures of a shape; `spike` and `isWhole` as in its look. */
export function requestsOfShape(
  { width, height, fill, stroke }: Shape,
  { spike = 1, isWhole = false }: Pick<Look, 'spike' | 'isWhole'> = {},
): PaintRequests {
  const box = { width, height }
  const requests = [...requestPaints(box, [fill]), ...requestsOfStroke(box, stroke, spike)]
  return new Map(requests.map(([paint, request]) => [paint, { ...request, ...(isWhole && { isWhole }) }]))
}

/** The picture of an outline around a box. */
export function requestsOfStroke(box: Parameters<typeof requestPaints>[0], stroke: Outlined | undefined, spike = 1) {
  return stroke === undefined ? [] : requestPaints(box, [stroke.color], outsetOf(stroke, { box, spike }))
}

interface OutlinedBox {
  readonly box: { readonly width: number; readonly height: number }
  readonly spike: number
}

/** How far an outline leaves its box; one inside does where the box is less wide or high than it. */
function outsetOf({ width, position, join = 'miter', cap }: Omit<Outlined, 'color'>, { box, spike }: OutlinedBox) {
  const overhang = Math.max(0, width - Math.min(box.width, box.height))
  // A dash may end at a corner.
  const reach = Math.max(join === 'miter' ? spike : 1, cap === 'square' ? Math.SQRT2 : 1)
  return { inside: overhang, center: width / 2, outside: width }[position] * reach
}

/** A filled and outlined shape of the size of its layer. */
export function measureShape(shape: Shape, { outline, pictures, spike = 1, isWhole = false }: Look): Drawable {
  const { width, height, fill, stroke } = shape
  const box = { x: 0, y: 0, width, height }
  const isGreyed = isPicture(fill) && pictures?.greyed?.has(fill)
  const filled = fill !== 'transparent' && (isGreyed || !isMissing(fill, pictures))
  const stroked = stroke !== undefined && stroke.width > 0 && !isMissing(stroke.color, pictures)
  return {
    width,
    height,
    marginPx: stroked ? stroke.width * spike : 0,
    single: !(filled && (stroked || isPicture(fill))),
    draw(pen) {
      const { context } = pen
      const cut = () => outline(context, box, fillInset(stroke))
      const pixels = isPicture(fill) ? pictures?.paints?.get(fill) : undefined
      if (isPicture(fill) && pixels) drawFitted(pen, pixels, { ...fill, width, height, cut, isWhole })
      else if (filled) {
        context.fillStyle = styleOf(pen, fill, { ...box, pictures })
        context.beginPath()
        cut()
        context.fill()
      }
      if (stroked) drawStroke(pen, stroke, { box, outline, pictures, spike, isWhole })
    },
  }
}

/** The fill ends a bit under an outline whose edge is its own: else one would show as a fringe, or what is behind as a seam. */
export function fillInset(stroke: Pick<Stroke, 'width' | 'position'> | undefined): number {
  if (stroke === undefined || stroke.position === 'center') return 0
  return Math.min(0.5, stroke.width / 2) * (stroke.position === 'inside' ? 1 : -1)
}

interface StrokedShape extends Pick<Look, 'outline' | 'pictures' | 'spike' | 'isWhole'> {
  readonly box: Box
}

/** Draws an outline inside, on or outside the edge. */
export function drawStroke(
  pen: Pen,
  stroke: Outlined,
  { box, outline, pictures, spike = 1, isWhole }: StrokedShape,
): void {
  const { context } = pen
  const insets = { inside: stroke.width / 2, center: 0, outside: -stroke.width / 2 }
  context.strokeStyle = styleOf(pen, stroke.color, {
    ...box,
    pictures,
    isWhole,
    outsetPx: outsetOf(stroke, { box, spike }),
  })
  context.lineWidth = stroke.width
  context.lineCap = stroke.cap ?? 'butt'
  context.lineJoin = stroke.join ?? 'miter'
  context.setLineDash(stroke.dash ?? [])
  context.beginPath()
  outline(context, box, insets[stroke.position])
  context.stroke()
  context.setLineDash([])
  context.lineCap = 'butt'
}
