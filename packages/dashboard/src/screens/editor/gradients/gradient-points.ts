import type { Point, Size } from '@pictable/editor'
import type { Gradient } from './gradient.ts'

/** A stop of a gradient on the layer that it fills. */
export interface StopPoint {
  readonly at: Point
  /** The place, from 0 to 1, that is nearest to a point of the layer. */
  offsetAt(point: Point): number
}

const HALF = { x: 0.5, y: 0.5 }
const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
const numberOr = (value: unknown, usual: number) => (typeof value === 'number' ? value : usual)
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Stops along a line; `inset` keeps the outer ones off the handles at the edges. */
function onLine(from: Point, to: Point, inset: number) {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const [x, y] = length === 0 ? [0, 0] : [(to.x - from.x) / length, (to.y - from.y) / length]
  const margin = Math.min(inset, length / 4)
  const start = { x: from.x + x * margin, y: from.y + y * margin }
  const room = Math.max(1e-6, length - 2 * margin)
  return (offset: number): StopPoint => ({
    at: { x: start.x + x * room * offset, y: start.y + y * room * offset },
    offsetAt: (point) => within(((point.x - start.x) * x + (point.y - start.y) * y) / room),
  })
}

/** Stops around a centre, clockwise from an angle. */
function onCircle(center: Point, angle: number, radius: number) {
  return (offset: number): StopPoint => {
    const turn = angle + offset * 2 * Math.PI
    return {
      at: { x: center.x + radius * Math.sin(turn), y: center.y - radius * Math.cos(turn) },
      offsetAt: ({ x, y }) => {
        const share = (Math.atan2(x - center.x, center.y - y) - angle) / (2 * Math.PI)
        return within(share - Math.floor(share))
      },
    }
  }
}

/** Where stops of a gradient are in a layer, as renderers draw it. */
export function stopPlacer(
  { type, angle, center = HALF, radius }: Gradient,
  { width, height }: Size,
  inset: number,
): (offset: number) => StopPoint {
  const middle = { x: center.x * width, y: center.y * height }
  if (type === 'linear') {
    const turn = radians(numberOr(angle, 180))
    const [x, y] = [Math.sin(turn), -Math.cos(turn)]
    const half = (Math.abs(width * x) + Math.abs(height * y)) / 2
    const by = (way: number) => ({ x: width / 2 + way * x * half, y: height / 2 + way * y * half })
    return onLine(by(-1), by(1), inset)
  }
  if (type === 'radial') {
    const length = (Math.hypot(width, height) / 2) * numberOr(radius, 1)
    return onLine(middle, { x: middle.x + length, y: middle.y }, 0)
  }
  return onCircle(middle, radians(numberOr(angle, 0)), Math.min(width, height) * 0.35)
}
