import { styleOf } from '#renderer/drawing/style.ts'
import type { Drawable, Pictures } from '#renderer/model/layer-kind.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import { type ArrowHead, drawHead, headShare } from './arrow-head.ts'
import { MITER_LIMIT, type Point, spikeAt } from './polygon.ts'

interface Line {
  readonly width: number
  readonly height: number
  readonly points: readonly { readonly x: number; readonly y: number }[]
  readonly color: Paint
  readonly thickness: number
  readonly dash: readonly number[]
  readonly cap: 'butt' | 'round' | 'square'
  readonly join: 'miter' | 'round' | 'bevel'
  readonly radius: number
  readonly startHead: ArrowHead
  readonly endHead: ArrowHead
  readonly headSize: number
  readonly pictures: Pictures
}

/**
 * How far a picture that paints a line leaves the box of its points: as far as ends, corners and heads do. A picture
 * repeats beyond, so it never has to be many times as large as the box.
 */
export function lineOutsetPx(line: Omit<Line, 'color' | 'pictures' | 'dash'>): number {
  const { width, height, thickness, headSize, startHead, endHead, cap } = line
  const reach = Math.max(spikeOf(line), cap === 'square' ? Math.SQRT2 : 1)
  const hasHead = startHead !== 'none' || endHead !== 'none'
  const outset = (thickness / 2) * reach + (hasHead ? thickness * headSize : 0)
  return Math.min(outset, Math.max(width, height) + thickness)
}

/** How far the sharpest corner leaves its point, in half of the thickness; sharper ones are cut off. */
function spikeOf({ points, width, height, join, radius }: Omit<Line, 'color' | 'pictures' | 'dash'>): number {
  if (join !== 'miter' || radius > 0) return 1
  const placed = points.map(({ x, y }): Point => [x * width, y * height])
  const spikes = placed.slice(1, -1).map((corner, at) => {
    return spikeAt(placed[at] ?? corner, corner, placed[at + 2] ?? corner)
  })
  return Math.max(1, ...spikes.filter((spike) => spike <= MITER_LIMIT))
}

/** What is drawn of a line along its points. */
export function measureLine(line: Line): Drawable {
  const { width, height, thickness, startHead, endHead } = line
  const points = line.points.map(({ x, y }): Point => [x * width, y * height])
  const sizePx = line.headSize * thickness
  const start = { shape: startHead, ...endOf(points), sizePx }
  const end = { shape: endHead, ...endOf(points.toReversed()), sizePx }
  const shortened = shorten(shorten(points, headShare[startHead] * sizePx).toReversed(), headShare[endHead] * sizePx)
  return {
    width,
    height,
    marginPx: Math.max(thickness * 5, sizePx) + farOutside(points, line),
    single: startHead === 'none' && endHead === 'none',
    draw(pen) {
      if (thickness === 0) return
      const { context } = pen
      const style = styleOf(pen, line.color, { ...line, outsetPx: lineOutsetPx(line) })
      context.strokeStyle = style
      context.fillStyle = style
      context.lineWidth = thickness
      context.lineCap = line.cap
      context.lineJoin = line.join
      context.setLineDash([...line.dash])
      context.beginPath()
      shortened.toReversed().forEach(([x, y], at, all) => {
        const next = all[at + 1]
        if (at === 0) context.moveTo(x, y)
        else if (next && line.radius > 0) context.arcTo(x, y, next[0], next[1], line.radius)
        else context.lineTo(x, y)
      })
      context.stroke()
      context.setLineDash([])
      context.lineCap = 'butt'
      context.lineJoin = 'miter'
      drawHead(context, start)
      drawHead(context, end)
    },
  }
}

/** Where a line begins, and the direction out of it there. */
function endOf(points: readonly Point[]): { tip: Point; angle: number } {
  const [tip = [0, 0]] = points
  const inner = points.find(([x, y]) => x !== tip[0] || y !== tip[1]) ?? [tip[0] + 1, tip[1]]
  return { tip, angle: Math.atan2(tip[1] - inner[1], tip[0] - inner[0]) }
}

/** Takes a length off the first stretch, but never all of it. */
function shorten(points: readonly Point[], by: number): Point[] {
  const [first, second, ...rest] = points
  if (!first || !second || by === 0) return [...points]
  const length = Math.hypot(second[0] - first[0], second[1] - first[1])
  const share = length === 0 ? 0 : Math.min(0.99, by / length)
  return [[first[0] + (second[0] - first[0]) * share, first[1] + (second[1] - first[1]) * share], second, ...rest]
}

function farOutside(points: readonly Point[], { width, height }: Line): number {
  return Math.max(0, ...points.flatMap(([x, y]) => [-x, -y, x - width, y - height]))
}
