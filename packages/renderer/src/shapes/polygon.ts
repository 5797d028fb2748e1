import type { Outline } from '#renderer/drawing/shape.ts'

/** A corner of a shape. */
export type Point = readonly [x: number, y: number]

/** Corners in a box from 0 to 1, clockwise. */
export function regularCorners(sides: number): Point[] {
  return around(sides, () => 1)
}

/** A star with so many points; `innerRadius` is relative to the outer one. */
export function starCorners(points: number, innerRadius: number): Point[] {
  return around(points * 2, (at) => (at % 2 === 0 ? 1 : innerRadius))
}

function around(count: number, radius: (at: number) => number): Point[] {
  return Array.from({ length: count }, (_, at): Point => {
    const angle = (at / count) * 2 * Math.PI
    return [0.5 + (Math.sin(angle) * radius(at)) / 2, 0.5 - (Math.cos(angle) * radius(at)) / 2]
  })
}

/** Sharper corners are cut off: the limit of every canvas. */
export const MITER_LIMIT = 10

/** How far an outline stands out of a corner, in half of its width. */
export function spikeAt(before: Point, corner: Point, after: Point): number {
  const [one, other] = [normal(before, corner), normal(corner, after)]
  const cos = one[0] * other[0] + one[1] * other[1]
  return Math.sqrt(2 / Math.max(0, 1 + cos))
}

/** How far an outline outside of a shape stands out of its sharpest corner, in widths of the outline. */
export function spikeOf(corners: readonly Point[], { width, height }: { width: number; height: number }): number {
  const points = corners.map(([x, y]): Point => [x * width, y * height])
  const spikes = points.map((corner, at) => spikeAt(pointAt(points, at - 1), corner, pointAt(points, at + 1)))
  return Math.min(MITER_LIMIT, Math.max(1, ...spikes))
}

/** Lays the path of a closed shape with rounded corners. */
export function polygonOutline(corners: readonly Point[], radius: number): Outline {
  return (context, box, inset) => {
    const placed = corners.map(([x, y]): Point => [box.x + x * box.width, box.y + y * box.height])
    const points = inset === 0 ? placed : movedInwards(placed, inset)
    points.forEach((corner, at) => {
      const [before, after] = [pointAt(points, at - 1), pointAt(points, at + 1)]
      const [startX, startY] = middle(before, corner)
      if (at === 0) context.moveTo(startX, startY)
      const [endX, endY] = middle(corner, after)
      // Inwards the curve of a corner becomes tighter where it points out, and wider where it points in.
      const wanted = radius === 0 ? 0 : Math.max(0, radius - inset * Math.sign(turnAt(before, corner, after)))
      const most = mostRadius(before, corner, after)
      context.arcTo(corner[0], corner[1], endX, endY, Math.min(wanted, most))
      context.lineTo(endX, endY)
    })
    context.closePath()
  }
}

function pointAt(points: readonly Point[], at: number): Point {
  return points.at(at % points.length) ?? [0, 0]
}

function middle([x1, y1]: Point, [x2, y2]: Point): Point {
  return [(x1 + x2) / 2, (y1 + y2) / 2]
}

/** Above 0 where a clockwise outline points outwards. */
function turnAt([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  return (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)
}

/** The largest radius whose curve takes no more than half of both sides. */
function mostRadius(before: Point, corner: Point, after: Point): number {
  const [one, other] = [lengthOf(before, corner), lengthOf(corner, after)]
  if (one === 0 || other === 0) return 0
  const cos =
    ((before[0] - corner[0]) * (after[0] - corner[0]) + (before[1] - corner[1]) * (after[1] - corner[1])) /
    (one * other)
  const half = Math.acos(Math.min(1, Math.max(-1, cos))) / 2
  return (Math.min(one, other) / 2) * Math.tan(half) * 0.999
}

function lengthOf([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.hypot(x2 - x1, y2 - y1)
}

/** The shape whose sides are nearer to the middle by `by`. */
function movedInwards(points: readonly Point[], by: number): Point[] {
  return points.map((corner, at) => {
    const [before, after] = [pointAt(points, at - 1), pointAt(points, at + 1)]
    const [one, other] = [normal(before, corner), normal(corner, after)]
    const cos = one[0] * other[0] + one[1] * other[1]
    // Sides that nearly fold back on each other would meet far away.
    const reach = by / Math.max(0.05, 1 + cos)
    return [corner[0] + (one[0] + other[0]) * reach, corner[1] + (one[1] + other[1]) * reach]
  })
}

/** Points to the inner side of a clockwise outline. */
function normal(from: Point, to: Point): Point {
  const length = lengthOf(from, to) || 1
  return [-(to[1] - from[1]) / length, (to[0] - from[0]) / length]
}
