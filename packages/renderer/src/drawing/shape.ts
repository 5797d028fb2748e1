import type { Context2D, Pen, Style } from '#renderer/canvas/canvas.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable, ImageRequest, Pictures } from '#renderer/model/layer-kind.ts'
import { type Fill, isPicture } from '#renderer/properties/paint.ts'
import type { Radius } from '#renderer/properties/radius.ts'
import type { PicturedStroke, Stroke } from '#renderer/properties/stroke.ts'
import { drawFitted, picturePaint } from './fitted-picture.ts'
import { styleOf } from './style.ts'

/** Lays the path of a shape; `inset` in pixels moves its edge inwards. */
export type Outline = (context: Context2D, box: Box, inset: number) => void

interface Shape {
  readonly width: number
  readonly height: number
  readonly fill: Fill
  readonly stroke?: PicturedOutline | undefined
}

/** A stroke of which not everything has to be said, such as the corners of an ellipse. */
type Outlined = Omit<Stroke, 'cap' | 'join'> & Partial<Pick<Stroke, 'cap' | 'join'>>

/** The same, which a picture may paint. */
type PicturedOutline = Omit<Outlined, 'color'> & Pick<PicturedStroke, 'color'>

/** How a shape is drawn. */
interface Look {
  readonly outline: Outline
  readonly pictures?: Pictures
  /** How many widths of its stroke stand out of a corner. */
  readonly spike?: number
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

interface Painted {
  readonly width: number
  readonly height: number
  readonly fill: Fill
  readonly stroke?: Pick<PicturedStroke, 'color' | 'width'> | undefined
}

/** The pictures that a shape or text needs before it can be drawn; `outsetPx`: how far its outline leaves its box. */
export function imagesOf(
  { width, height, fill, stroke }: Painted,
  outsetPx: number,
): { image?: ImageRequest; outline?: ImageRequest } {
  const request = (paint: Fill | undefined, wider: number): ImageRequest | undefined => {
    if (paint === undefined || !isPicture(paint)) return undefined
    const { src, fallback, fit, focalPoint, zoom } = paint
    return { src, fallback, onMissing: 'omit', fit, focalPoint, zoom, width: width + wider, height: height + wider }
  }
  const [image, outline] = [request(fill, 0), request(stroke?.color, 2 * outsetPx)]
  return { ...(image && { image }), ...(outline && { outline }) }
}

/** The pictures of a shape; `spike` as in its look. */
export const imagesOfShape = (shape: Shape, spike = 1) => {
  return imagesOf(shape, shape.stroke === undefined ? 0 : outsetOf(shape.stroke, spike))
}

/** How far an outline leaves its box, with a pixel to spare: where a picture ends, its edge mixes with the opposite one. */
function outsetOf({ width, position, join = 'miter', cap }: Omit<Outlined, 'color'>, spike: number): number {
  // A dash may end at a corner.
  const reach = Math.max(join === 'miter' ? spike : 1, cap === 'square' ? Math.SQRT2 : 1)
  return { inside: 0, center: width / 2, outside: width }[position] * reach + 1
}

const grown = ({ x, y, width, height }: Box, byPx: number): Box => {
  return { x: x - byPx, y: y - byPx, width: width + 2 * byPx, height: height + 2 * byPx }
}

/** A filled and outlined shape of the size of its layer. */
export function measureShape(shape: Shape, { outline, pictures = {}, spike = 1 }: Look): Drawable {
  const { width, height, fill, stroke } = shape
  const { image: pixels } = pictures
  const box = { x: 0, y: 0, width, height }
  const filled = isPicture(fill) ? pixels !== undefined : fill !== 'transparent'
  const stroked = stroke !== undefined && stroke.width > 0 && !(isPicture(stroke.color) && !pictures.outline)
  return {
    width,
    height,
    marginPx: stroked ? stroke.width * spike : 0,
    single: !(filled && (stroked || pixels)),
    draw(pen) {
      const { context } = pen
      const cut = () => outline(context, box, fillInset(stroke))
      if (isPicture(fill)) {
        if (pixels) drawFitted(pen, pixels, { ...fill, width, height, cut })
      } else if (filled) {
        context.fillStyle = styleOf(context, fill, box)
        context.beginPath()
        cut()
        context.fill()
      }
      if (!stroked) return
      const { color } = stroke
      if (!isPicture(color)) drawStroke(context, { ...stroke, color }, { box, outline })
      else if (pictures.outline) {
        const style = picturePaint(pen, pictures.outline, { ...color, box: grown(box, outsetOf(stroke, spike)) })
        strokeWith(context, style, { stroke, box, outline })
      }
    },
  }
}

/** The fill ends a bit under an outline whose edge is its own: else one would show as a fringe, or what is behind as a seam. */
export function fillInset(stroke: Pick<Stroke, 'width' | 'position'> | undefined): number {
  if (stroke === undefined || stroke.position === 'center') return 0
  return Math.min(0.5, stroke.width / 2) * (stroke.position === 'inside' ? 1 : -1)
}

/** Draws an outline inside, on or outside the edge. */
export function drawStroke(context: Pen['context'], stroke: Outlined, shape: { box: Box; outline: Outline }): void {
  strokeWith(context, styleOf(context, stroke.color, shape.box), { ...shape, stroke })
}

interface StrokedShape {
  readonly stroke: Omit<Outlined, 'color'>
  readonly box: Box
  readonly outline: Outline
}

function strokeWith(context: Pen['context'], style: Style, { stroke, ...shape }: StrokedShape): void {
  const insets = { inside: stroke.width / 2, center: 0, outside: -stroke.width / 2 }
  context.strokeStyle = style
  context.lineWidth = stroke.width
  context.lineCap = stroke.cap ?? 'butt'
  context.lineJoin = stroke.join ?? 'miter'
  context.setLineDash(stroke.dash ?? [])
  context.beginPath()
  shape.outline(context, shape.box, insets[stroke.position])
  context.stroke()
  context.setLineDash([])
  context.lineCap = 'butt'
}
