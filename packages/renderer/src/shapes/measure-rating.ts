import type { Context2D } from '#renderer/canvas/canvas.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable, Pictures } from '#renderer/model/layer-kind.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import type { SymbolStroke } from '#renderer/properties/stroke.ts'
import { layPath, readPath } from './path.ts'
import { polygonOutline, starCorners } from './polygon.ts'

interface Rating {
  readonly width: number
  readonly height: number
  readonly value: number
  readonly max: number
  readonly step: number
  readonly symbol: 'star' | 'heart' | 'circle' | 'square'
  readonly path?: string | undefined
  readonly fill: Paint
  readonly emptyFill: Paint
  readonly stroke?: SymbolStroke | undefined
  readonly gap: number
  readonly align: 'start' | 'center' | 'end'
  readonly direction: 'ltr' | 'rtl'
  readonly pictures: Pictures
}

const heart =
  'M12 22 C4 15.5 0 11.5 0 7.2 C0 3.6 2.8 1 6.2 1 C8.6 1 10.8 2.3 12 4.4 C13.2 2.3 15.4 1 17.8 1 C21.2 1 24 3.6 24 7.2 C24 11.5 20 15.5 12 22 Z'

/** What is drawn of a row of symbols. */
export function measureRating(rating: Rating): Drawable {
  const { width, height, max, stroke } = rating
  const gap = Math.min(rating.gap, max > 1 ? width / (max - 1) : 0)
  const side = Math.max(0, Math.min(height, (width - gap * (max - 1)) / max))
  const length = side * max + gap * (max - 1)
  const left = (width - length) * { start: 0, center: 0.5, end: 1 }[rating.align]
  const boxes = Array.from({ length: max }, (_, at) => ({
    x: left + at * (side + gap),
    y: (height - side) / 2,
    width: side,
    height: side,
  }))
  const lay = symbolOf(rating)
  const reached = reach(rating)
  return {
    width,
    height,
    // Sharp corners of a mitre join stand out by half of its limit of 10.
    marginPx: (stroke?.width ?? 0) * (stroke?.join === 'miter' ? 5 : 1),
    single: false,
    draw(pen) {
      const { context } = pen
      const fill = (paint: Paint, from: number, to: number) => {
        context.save()
        context.beginPath()
        const start = positionOf(from, { left, side, gap })
        context.rect(start, 0, positionOf(to, { left, side, gap }) - start, height)
        context.clip()
        context.fillStyle = styleOf(pen, paint, rating)
        context.beginPath()
        for (const box of boxes) lay(context, box)
        context.fill()
        context.restore()
      }
      const isRtl = rating.direction === 'rtl'
      const border = isRtl ? max - reached : reached
      fill(isRtl ? rating.emptyFill : rating.fill, 0, border)
      fill(isRtl ? rating.fill : rating.emptyFill, border, max)
      if (!stroke || stroke.width === 0) return
      context.strokeStyle = styleOf(pen, stroke.color, { ...rating, outsetPx: stroke.width })
      context.lineWidth = stroke.width
      context.lineCap = stroke.cap
      context.lineJoin = stroke.join
      context.setLineDash(stroke.dash ?? [])
      context.beginPath()
      for (const box of boxes) lay(context, box)
      context.stroke()
      context.setLineDash([])
      context.lineCap = 'butt'
    },
  }
}

function reach({ value, max, step }: Rating): number {
  const rounded = step === 0 ? value : Math.round(value / step) * step
  return Math.min(max, Math.max(0, rounded))
}

/** Where so many symbols end; a part of one is a part of its width. */
function positionOf(count: number, { left, side, gap }: { left: number; side: number; gap: number }): number {
  const whole = Math.floor(count)
  return left + whole * (side + gap) + (count - whole) * side
}

function symbolOf({ symbol, path }: Rating): (context: Context2D, box: Box) => void {
  const steps = readPath(path ?? heart) ?? []
  if (path !== undefined || symbol === 'heart') {
    return (context, { x, y, width }) =>
      layPath(context, steps, (pathX, pathY) => [x + (pathX / 24) * width, y + (pathY / 24) * width])
  }
  if (symbol === 'circle') {
    return (context, { x, y, width }) => {
      context.moveTo(x + width, y + width / 2)
      context.arc(x + width / 2, y + width / 2, width / 2, 0, 2 * Math.PI)
    }
  }
  if (symbol === 'square') return (context, { x, y, width }) => context.rect(x, y, width, width)
  const outline = polygonOutline(starCorners(5, 0.45), 0)
  return (context, box) => outline(context, box, 0)
}
