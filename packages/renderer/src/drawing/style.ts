import type { Context2D, GradientHandle, Pen, Style } from '#renderer/canvas/canvas.ts'
import { grown } from '#renderer/geometry/box.ts'
import { type Turn, turnedInto } from '#renderer/geometry/matrix.ts'
import type { Pictures } from '#renderer/model/layer-kind.ts'
import { mixColors, readColor } from '#renderer/properties/color.ts'
import { type Gradient, stopsOf } from '#renderer/properties/gradient.ts'
import { isPicture, type Paint } from '#renderer/properties/paint.ts'
import { picturePaint } from './fitted-picture.ts'

/** In place of what is not there, or not yet. */
export const GREY = '#7f7f7f33'

/** What a paint covers, from the origin. */
export interface PaintedArea {
  readonly width: number
  readonly height: number
  /** How far what is painted leaves it; a picture reaches as far. */
  readonly outsetPx?: number
  readonly pictures?: Pictures | undefined
  /** The pictures are there as a whole, not as they were cut for this box. */
  readonly isWhole?: boolean | undefined
  /** The colour in place of a picture that is not there. Default: grey of one that failed or is late, else none. */
  readonly without?: string
  /** Where the pen is in the area, when it was moved and turned to draw a part. */
  readonly turn?: Turn
}

/** Whether a paint is a picture that is not there. */
export const isMissing = (paint: Paint, pictures: Pictures | undefined): boolean =>
  isPicture(paint) && !pictures?.paints?.has(paint)

/** The paint as a fill or stroke style for something that covers an area. */
export function styleOf(pen: Pen, paint: Paint, area: PaintedArea): Style {
  if (typeof paint === 'string') return paint
  const { width, height, outsetPx = 0, isWhole, turn } = area
  if (isPicture(paint)) {
    const pixels = area.pictures?.paints?.get(paint)
    const box = grown({ x: 0, y: 0, width, height }, outsetPx)
    if (pixels) return picturePaint(pen, pixels, { ...paint, box, isWhole, turn })
    return area.without ?? (area.pictures?.greyed?.has(paint) ? GREY : 'transparent')
  }
  const gradient = handleFor(pen.context, paint, area)
  const degrees = turn ? (turn.angle * 180) / Math.PI : 0
  const stops = paint.type === 'conic' ? turned(stopsOf(paint), paint.angle - degrees) : stopsOf(paint)
  for (const { color, offset } of stops) gradient.addColorStop(offset, color)
  return gradient
}

function handleFor(context: Context2D, gradient: Gradient, { width, height, turn }: PaintedArea): GradientHandle {
  if (gradient.type === 'linear') {
    // As in CSS: the corners that the angle points to get the first and the last colour exactly.
    const angle = (gradient.angle * Math.PI) / 180
    const [x, y] = [Math.sin(angle), -Math.cos(angle)]
    const half = (Math.abs(width * x) + Math.abs(height * y)) / 2
    const [middleX, middleY] = [width / 2, height / 2]
    const [fromX, fromY] = turnedInto(turn, middleX - x * half, middleY - y * half)
    return context.createLinearGradient(fromX, fromY, ...turnedInto(turn, middleX + x * half, middleY + y * half))
  }
  const [x, y] = turnedInto(turn, gradient.center.x * width, gradient.center.y * height)
  // Skia's canvas ignores the start angle and begins at the top, so that is the one angle which is the same everywhere.
  if (gradient.type === 'conic') return context.createConicGradient(-Math.PI / 2, x, y)
  return context.createRadialGradient(x, y, 0, x, y, (Math.hypot(width, height) / 2) * gradient.radius)
}

interface Stop {
  readonly color: string
  readonly offset: number
}

/** The stops of a gradient around a circle when it is turned: cut where the circle begins. */
function turned(stops: readonly Stop[], degrees: number): Stop[] {
  const turn = (((degrees / 360) % 1) + 1) % 1
  if (turn === 0) return [...stops]
  const seam = colorAt(stops, 1 - turn)
  const after = stops
    .filter(({ offset }) => offset + turn > 1)
    .map((stop) => ({ ...stop, offset: stop.offset + turn - 1 }))
  const before = stops
    .filter(({ offset }) => offset + turn <= 1)
    .map((stop) => ({ ...stop, offset: stop.offset + turn }))
  return [{ color: seam, offset: 0 }, ...after, ...before, { color: seam, offset: 1 }]
}

function colorAt(stops: readonly Stop[], offset: number): string {
  const next = stops.findIndex((stop) => stop.offset >= offset)
  const [from, to] = [stops[Math.max(0, next - 1)], stops[next] ?? stops.at(-1)]
  const [one, other] = [readColor(from?.color ?? ''), readColor(to?.color ?? '')]
  if (!from || !to || !one || !other) return 'transparent'
  const span = to.offset - from.offset
  return mixColors(one, other, next <= 0 || span === 0 ? 1 : (offset - from.offset) / span)
}
