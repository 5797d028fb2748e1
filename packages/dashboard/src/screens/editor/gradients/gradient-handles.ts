import type { Point, PropertyPath, Size } from '@pictable/editor'
import { t } from '#dashboard/strings/editing.ts'
import { addStop, type Gradient, placesOf, removeStop, shownColor, stopsOf } from './gradient.ts'
import { stopPlacer } from './gradient-points.ts'

/** What is written while a handle is dragged, and what is shown beside the pointer. */
interface Moved {
  /** Inside the gradient. */
  readonly path: PropertyPath
  readonly value: unknown
  readonly label: string
}

/** A point by which a gradient is changed, in the coordinates of what it covers. */
export interface GradientHandle {
  readonly name: `stop${number}` | 'angle' | 'center' | 'radius'
  readonly at: Point
  /** A thin line joins it with this point. */
  readonly from?: Point
  /** Of a stop. */
  readonly color?: string
  /** To a point; in steps for those who hold Shift. */
  moved(point: Point, isStepped: boolean): Moved
}

/** A gradient as it is seen on what it covers. */
export interface GradientView {
  /** What the stops are dragged along; of none where a record makes all of them. */
  readonly line: readonly Point[]
  readonly handles: readonly GradientHandle[]
  /** The stops with one more, at the place of the line that is nearest. */
  withStopAt(point: Point): ReturnType<typeof addStop>
}

/** Keeps the outer stops of a line off the handles of the layer, in CSS pixels. */
const STOP_INSET_PX = 16
/** From its line, in CSS pixels: this far away a stop is removed. */
const OFF_PX = 28
/** From the end of the line, in CSS pixels: clear of the handles that resize and rotate. */
const ANGLE_PX = 40
const REACH_PX = 24
/** On a shorter line, in CSS pixels, stops would cover each other. */
const MIN_LINE_PX = 20
/** A conic gradient turns: this many short lines follow it. */
const LINE_STEPS = 32
const ANGLE_STEP = 15
const MAX_RADIUS = 10

const percent = (value: number) => `${Math.round(value * 100)} %`
const thousandths = (value: number) => Math.round(value * 1000) / 1000
const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

interface Seen {
  readonly gradient: Gradient
  readonly size: Size
  readonly zoom: number
  /** Of the place of a stop, off the handles of the layer. */
  readonly place: ReturnType<typeof stopPlacer>
}

function stopHandles({ gradient, zoom, place }: Seen): readonly GradientHandle[] {
  const stops = stopsOf(gradient)
  const isOff = (point: Point) => distance(point, place(place(0).offsetAt(point)).at) * zoom > OFF_PX
  const places = placesOf(stops)
  return stops.map(({ color, offset }, at) => ({
    name: `stop${at}`,
    at: place(places[at] ?? 0).at,
    color: shownColor(color),
    moved(point) {
      const rest = removeStop(stops, at)
      if (isOff(point) && rest !== stops) {
        return { path: ['stops'], value: rest, label: t('editor.mark_stop_off') }
      }
      const path = ['stops', at, 'offset']
      // A place that a record makes stays.
      if (typeof offset !== 'number') return { path, value: offset, label: percent(places[at] ?? 0) }
      const value = place(offset).offsetAt(point)
      return { path, value, label: percent(value) }
    },
  }))
}

/** The direction of a line, and where a circle begins. */
function angleHandle({ gradient, size, zoom }: Seen, middle: Point): readonly GradientHandle[] {
  const { type, angle } = gradient
  if (type === 'radial' || !(angle === undefined || typeof angle === 'number')) return []
  const end = stopPlacer(gradient, size, 0)(type === 'conic' ? 0 : 1).at
  const length = distance(end, middle) || 1
  const reach = (type === 'linear' ? ANGLE_PX : REACH_PX) / zoom / length
  const handle: GradientHandle = {
    name: 'angle',
    from: end,
    at: { x: end.x + (end.x - middle.x) * reach, y: end.y + (end.y - middle.y) * reach },
    moved(point, isStepped) {
      const degrees = (Math.atan2(point.x - middle.x, middle.y - point.y) * 180) / Math.PI
      const step = isStepped ? ANGLE_STEP : 1
      const value = (Math.round(degrees / step) * step + 360) % 360
      return { path: ['angle'], value, label: `${value}°` }
    },
  }
  return [handle]
}

function centerHandle({ gradient, size, zoom }: Seen, middle: Point): readonly GradientHandle[] {
  if (gradient.type === 'linear') return []
  // The first stop of a radial gradient is in its centre.
  const aside = gradient.type === 'radial' ? REACH_PX / zoom : 0
  const handle: GradientHandle = {
    name: 'center',
    from: middle,
    at: { x: middle.x - aside, y: middle.y },
    moved({ x, y }) {
      const value = {
        x: thousandths(within((x + aside) / Math.max(1, size.width), 0, 1)),
        y: thousandths(within(y / Math.max(1, size.height), 0, 1)),
      }
      return { path: ['center'], value, label: `${percent(value.x)}, ${percent(value.y)}` }
    },
  }
  return [handle]
}

function radiusHandle({ gradient, size, zoom }: Seen, middle: Point): readonly GradientHandle[] {
  const { type, radius } = gradient
  if (type !== 'radial' || !(radius === undefined || typeof radius === 'number')) return []
  const end = stopPlacer(gradient, size, 0)(1).at
  const aside = REACH_PX / zoom
  const whole = Math.max(1, Math.hypot(size.width, size.height) / 2)
  const handle: GradientHandle = {
    name: 'radius',
    from: end,
    at: { x: end.x + aside, y: end.y },
    moved(point) {
      const value = thousandths(within((distance(point, middle) - aside) / whole, 0.01, MAX_RADIUS))
      return { path: ['radius'], value, label: percent(value) }
    },
  }
  return [handle]
}

/** Undefined where there is no room for handles. */
export function gradientView(gradient: Gradient, size: Size, zoom: number): GradientView | undefined {
  const place = stopPlacer(gradient, size, STOP_INSET_PX / zoom)
  const { x, y } = (gradient.type !== 'linear' && gradient.center) || { x: 0.5, y: 0.5 }
  const middle = { x: x * size.width, y: y * size.height }
  const end = gradient.type === 'conic' ? middle : place(1).at
  if (distance(place(0).at, end) * zoom < MIN_LINE_PX) return undefined
  const seen = { gradient, size, zoom, place }
  const steps = stopsOf(gradient).length === 0 ? 0 : LINE_STEPS + 1
  return {
    line: Array.from({ length: steps }, (_, step) => place(step / LINE_STEPS).at),
    handles: [
      ...angleHandle(seen, middle),
      ...centerHandle(seen, middle),
      ...radiusHandle(seen, middle),
      ...stopHandles(seen),
    ],
    withStopAt: (point) => addStop(stopsOf(gradient), place(0).offsetAt(point)),
  }
}
