import type { Context2D, Pen, Pixels } from '#renderer/canvas/canvas.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable, ImageRequest } from '#renderer/model/layer-kind.ts'
import type { Fill, PictureFill } from '#renderer/properties/fill.ts'
import type { Radius } from '#renderer/properties/radius.ts'
import type { Stroke } from '#renderer/properties/stroke.ts'
import { drawFitted } from './fitted-picture.ts'
import { styleOf } from './style.ts'

/** Lays the path of a shape; `inset` in pixels moves its edge inwards. */
export type Outline = (context: Context2D, box: Box, inset: number) => void

interface Shape {
  readonly width: number
  readonly height: number
  readonly fill: Fill
  readonly stroke?: Outlined | undefined
}

/** A stroke of which not everything has to be said, such as the corners of an ellipse. */
type Outlined = Omit<Stroke, 'cap' | 'join'> & Partial<Pick<Stroke, 'cap' | 'join'>>

/** How a shape is drawn. */
interface Look {
  readonly outline: Outline
  /** Of the picture it is filled with. */
  readonly pixels?: Pixels | undefined
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

const isPicture = (fill: Fill): fill is PictureFill => typeof fill !== 'string' && fill.type === 'picture'

/** The picture that a shape needs before it can be drawn, if it is filled with one. */
export function imageOf({ width, height, fill }: Shape): { image?: ImageRequest } {
  if (!isPicture(fill)) return {}
  const { src, fallback, fit, focalPoint, zoom } = fill
  return { image: { src, fallback, onMissing: 'omit', fit, focalPoint, zoom, width, height } }
}

/** A filled and outlined shape of the size of its layer. */
export function measureShape(shape: Shape, { outline, pixels, spike = 1 }: Look): Drawable {
  const { width, height, fill, stroke } = shape
  const box = { x: 0, y: 0, width, height }
  const filled = isPicture(fill) ? pixels !== undefined : fill !== 'transparent'
  const stroked = stroke !== undefined && stroke.width > 0
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
      if (stroked) drawStroke(context, stroke, { box, outline })
    },
  }
}

/** The fill ends a bit under an outline whose edge is its own: else one would show as a fringe, or what is behind as a seam. */
export function fillInset(stroke: Outlined | undefined): number {
  if (stroke === undefined || stroke.position === 'center') return 0
  return Math.min(0.5, stroke.width / 2) * (stroke.position === 'inside' ? 1 : -1)
}

/** Draws an outline inside, on or outside the edge. */
export function drawStroke(context: Pen['context'], stroke: Outlined, shape: { box: Box; outline: Outline }): void {
  const insets = { inside: stroke.width / 2, center: 0, outside: -stroke.width / 2 }
  context.strokeStyle = styleOf(context, stroke.color, shape.box)
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
