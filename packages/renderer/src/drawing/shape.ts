import type { Context2D, Pen } from '#renderer/canvas/canvas.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable } from '#renderer/model/layer-kind.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import type { Radius } from '#renderer/properties/radius.ts'
import type { Stroke } from '#renderer/properties/stroke.ts'
import { styleOf } from './style.ts'

/** Lays the path of a shape; `inset` in pixels moves its edge inwards. */
export type Outline = (context: Context2D, box: Box, inset: number) => void

interface Shape {
  readonly width: number
  readonly height: number
  readonly fill: Paint
  readonly stroke?: Stroke | undefined
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

/** A filled and outlined shape of the size of its layer; `spike` says by how many widths its outline stands out of a corner. */
export function measureShape(shape: Shape, outline: Outline, spike = 1): Drawable {
  const { width, height, fill, stroke } = shape
  const box = { x: 0, y: 0, width, height }
  const filled = fill !== 'transparent'
  const stroked = stroke !== undefined && stroke.width > 0
  return {
    width,
    height,
    marginPx: stroked ? stroke.width * spike : 0,
    single: !(filled && stroked),
    draw({ context }) {
      if (filled) {
        context.fillStyle = styleOf(context, fill, box)
        context.beginPath()
        outline(context, box, fillInset(stroke))
        context.fill()
      }
      if (stroked) drawStroke(context, stroke, { box, outline })
    },
  }
}

/** The fill ends a bit under an outline whose edge is its own: else one would show as a fringe, or what is behind as a seam. */
export function fillInset(stroke: Stroke | undefined): number {
  if (stroke === undefined || stroke.position === 'center') return 0
  return Math.min(0.5, stroke.width / 2) * (stroke.position === 'inside' ? 1 : -1)
}

/** Draws an outline inside, on or outside the edge. */
export function drawStroke(context: Pen['context'], stroke: Stroke, shape: { box: Box; outline: Outline }): void {
  const insets = { inside: stroke.width / 2, center: 0, outside: -stroke.width / 2 }
  context.strokeStyle = styleOf(context, stroke.color, shape.box)
  context.lineWidth = stroke.width
  context.lineJoin = 'miter'
  context.setLineDash(stroke.dash ?? [])
  context.beginPath()
  shape.outline(context, shape.box, insets[stroke.position])
  context.stroke()
  context.setLineDash([])
}
