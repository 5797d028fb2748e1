import {
  type CanvasGradient,
  FillType,
  Path2D,
  PathOp,
  type SKRSContext2D,
  StrokeCap,
  StrokeJoin,
} from '@napi-rs/canvas'
import type { Box } from '#renderer/geometry/box.ts'
import type { Matrix } from '#renderer/geometry/matrix.ts'
import type { Shape, ShapeGradient, ShapePaint, ShapePath, ShapeStroke, SvgShapes } from '#renderer/svg/svg-shapes.ts'

/** Draws a drawing as shapes, cut to a box. */
export function drawShapes(context: SKRSContext2D, { viewBox, shapes }: SvgShapes, box: Box): void {
  const [left, top, width, height] = viewBox
  if (width <= 0 || height <= 0) return
  context.save()
  context.beginPath()
  context.rect(box.x, box.y, box.width, box.height)
  context.clip()
  context.translate(box.x, box.y)
  context.scale(box.width / width, box.height / height)
  context.translate(-left, -top)
  for (const shape of shapes) drawShape(context, shape)
  context.restore()
}

type PathShape = Extract<Shape, { type: 'path' }>

function drawShape(context: SKRSContext2D, shape: Shape): void {
  context.save()
  context.transform(...shape.matrix)
  if (shape.type === 'group') {
    for (const clip of shape.clips) context.clip(unionOf(clip), 'evenodd')
    for (const child of shape.children) drawShape(context, child)
  } else if (shape.strokeFirst) {
    strokePath(context, shape)
    fillPath(context, shape)
  } else {
    fillPath(context, shape)
    strokePath(context, shape)
  }
  context.restore()
}

// What changes a Path2D changes the one that it is asked of.

/** Of shapes that may lie over each other, each with a rule of its own; to be read by the even-odd rule. */
function unionOf(paths: readonly ShapePath[]): Path2D {
  return paths.reduce((union, { d, matrix, rule }) => {
    const path = new Path2D(d)
    path.setFillType(rule === 'evenodd' ? FillType.EvenOdd : FillType.Winding)
    return union.op(path.transform(initOf(matrix)), PathOp.Union)
  }, new Path2D())
}

function fillPath(context: SKRSContext2D, { d, rule, fill }: PathShape): void {
  if (fill !== undefined) fillWith(context, new Path2D(d), { paint: fill, rule, boxOf: new Path2D(d) })
}

function strokePath(context: SKRSContext2D, { d, stroke }: PathShape): void {
  if (!stroke) return
  const path = new Path2D(d)
  if (typeof stroke.paint !== 'string') {
    fillWith(context, outlineOf(path, stroke), { paint: stroke.paint, rule: 'nonzero', boxOf: new Path2D(d) })
    return
  }
  context.strokeStyle = stroke.paint
  context.lineWidth = stroke.width
  context.lineCap = stroke.cap
  context.lineJoin = stroke.join
  context.miterLimit = stroke.miterLimit
  context.setLineDash([...stroke.dash])
  context.lineDashOffset = stroke.dashOffset
  context.stroke(path)
}

/** The area that a line covers: a gradient that is turned or stretched must not turn or stretch the line. */
function outlineOf(path: Path2D, { width, cap, join, miterLimit, dash, dashOffset }: ShapeStroke): Path2D {
  const caps = { butt: StrokeCap.Butt, round: StrokeCap.Round, square: StrokeCap.Square }
  const joins = { miter: StrokeJoin.Miter, round: StrokeJoin.Round, bevel: StrokeJoin.Bevel }
  const [on, off] = dash
  const dashed = on === undefined ? path : path.dash(on, off ?? on, dashOffset)
  return dashed.stroke({ width, cap: caps[cap], join: joins[join], miterLimit })
}

interface Filling {
  readonly paint: ShapePaint
  readonly rule: ShapePath['rule']
  /** What a gradient is relative to. */
  readonly boxOf: Path2D
}

/** With a gradient, the shape is drawn in the coordinates of the gradient. */
function fillWith(context: SKRSContext2D, path: Path2D, { paint, rule, boxOf }: Filling): void {
  if (typeof paint === 'string') {
    context.fillStyle = paint
    context.fill(path, rule)
    return
  }
  const matrix = coordinatesOf(paint, boxOf)
  const inverse = matrix && invert(matrix)
  // A gradient over a box without area paints nothing.
  if (!inverse) return
  context.save()
  context.transform(...matrix)
  context.fillStyle = gradientOf(context, paint)
  context.fill(path.transform(initOf(inverse)), rule)
  context.restore()
}

function coordinatesOf({ isOfBox, matrix }: ShapeGradient, shape: Path2D): Matrix | undefined {
  if (!isOfBox) return matrix
  const [left, top, right, bottom] = shape.computeTightBounds()
  const [width, height] = [right - left, bottom - top]
  const [a, b, c, d, e, f] = matrix
  return [width * a, height * b, width * c, height * d, width * e + left, height * f + top]
}

function gradientOf(context: SKRSContext2D, { type, places, stops }: ShapeGradient): CanvasGradient {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = places
  const gradient =
    type === 'linear'
      ? context.createLinearGradient(first, second, third, fourth)
      : context.createRadialGradient(fourth, fifth, 0, first, second, third)
  for (const { offset, color } of stops) gradient.addColorStop(offset, color)
  return gradient
}

function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const area = a * d - b * c
  if (!Number.isFinite(1 / area)) return undefined
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

function initOf([a, b, c, d, e, f]: Matrix): { a: number; b: number; c: number; d: number; e: number; f: number } {
  return { a, b, c, d, e, f }
}
