import { isFilled } from '@pictable/editor'
import * as v from 'valibot'

const gradient = v.looseObject({
  type: v.picklist(['linear', 'radial', 'conic']),
  // A record may decide: then there is no handle to drag.
  center: v.optional(v.object({ x: v.number(), y: v.number() })),
})
export type Gradient = v.InferOutput<typeof gradient>

/** A gradient that can be shown as it is written; undefined for other paints. */
export const readGradient = (paint: unknown): Gradient | undefined => (v.is(gradient, paint) ? paint : undefined)

/** A colour that a gradient passes; without a place the stops are spread evenly. */
export interface Stop {
  readonly color: unknown
  readonly offset?: unknown
}

export const paintKinds = ['none', 'solid', 'linear', 'radial', 'conic', 'picture'] as const
export type PaintKind = (typeof paintKinds)[number]

/** What kind of paint a value is. */
export function paintKindOf(paint: unknown): PaintKind {
  if (typeof paint === 'string') return paint.trim().toLowerCase() === 'transparent' ? 'none' : 'solid'
  const type: unknown = typeof paint === 'object' && paint !== null ? Reflect.get(paint, 'type') : undefined
  return paintKinds.find((kind) => kind === type) ?? 'none'
}

/** A colour, or what a record makes one of. */
type StopColor = string | object

/** What is shown of a colour; that of a record is not known here. */
export const shownColor = (color: StopColor) => (typeof color === 'string' ? color : '#808080')

/** The stops of a gradient, each with its place from 0 to 1, or what a record makes one of. */
export function stopsOf(paint: unknown): readonly { readonly color: StopColor; readonly offset: number | object }[] {
  const written: unknown = typeof paint === 'object' && paint !== null ? Reflect.get(paint, 'stops') : undefined
  const stops: readonly unknown[] = Array.isArray(written) ? written : []
  return stops.map((stop, at) => {
    const { color, offset }: Partial<Stop> = typeof stop === 'object' && stop !== null ? { ...stop } : {}
    return {
      color: typeof color === 'string' || isObject(color) ? color : '#808080',
      offset: typeof offset === 'number' || isObject(offset) ? offset : evenPlace(at, stops.length),
    }
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const evenPlace = (at: number, count: number) => at / Math.max(1, count - 1)

export type Stops = ReturnType<typeof stopsOf>

/** Where each stop is shown, from 0 to 1: a place that a record makes is not known here. */
export const placesOf = (stops: Stops): readonly number[] =>
  stops.map(({ offset }, at) => (typeof offset === 'number' ? offset : evenPlace(at, stops.length)))

/** The numbers of the stops in the order of their places. */
function inOrder(places: readonly number[]): readonly number[] {
  return [...places.keys()].toSorted((one, other) => (places[one] ?? 0) - (places[other] ?? 0))
}

const SECOND = '#ffffff'

const isSecond = (color: StopColor) => typeof color === 'string' && color.toLowerCase() === SECOND

/** Another kind of paint that keeps the colours, also those that a record makes. */
export function toKind(paint: unknown, kind: PaintKind): unknown {
  const [first] = stopsOf(paint)
  const isColor = isFilled(paint) || paintKindOf(paint) === 'solid'
  const own = isColor && (typeof paint === 'string' || isObject(paint)) ? paint : undefined
  const color = own ?? first?.color ?? '#4f46e5'
  if (kind === 'none') return 'transparent'
  if (kind === 'solid') return color
  if (kind === 'picture') return { type: kind, src: '' }
  const given: Readonly<Record<string, unknown>> = isObject(paint) ? { ...paint } : {}
  const hasStops = first !== undefined || isFilled(given.stops)
  const stops = hasStops ? given.stops : [{ color }, { color: isSecond(color) ? '#000000' : SECOND }]
  const { angle, center } = given
  return {
    type: kind,
    ...(kind !== 'radial' && angle !== undefined && { angle }),
    ...(kind !== 'linear' && center !== undefined && { center }),
    stops,
  }
}

const FEWEST = 2
export const MAX_STOPS = 32

/**
 * The stop that was moved keeps its number: they are not sorted while one is dragged. One that a record places stays.
 */
export function moveStop(stops: Stops, at: number, offset: number): Stops {
  const stop = stops[at]
  return typeof stop?.offset === 'number'
    ? stops.with(at, { ...stop, offset: Math.round(Math.min(1, Math.max(0, offset)) * 1000) / 1000 })
    : stops
}

/** A stop more, of the colour that is nearest. */
export function addStop(stops: Stops, offset: number): { stops: Stops; at: number } {
  if (stops.length >= MAX_STOPS) return { stops, at: 0 }
  const places = placesOf(stops)
  const [near = 0] = inOrder(places.map((place) => Math.abs(place - offset)))
  const at = places.filter((place) => place <= offset).length
  const added = { color: stops[near]?.color ?? '#808080', offset: Math.round(offset * 1000) / 1000 }
  return { stops: stops.toSpliced(at, 0, added), at }
}

/** A stop more, half-way to the one that follows. */
export function addStopAfter(stops: Stops, at: number): { stops: Stops; at: number } {
  const places = placesOf(stops)
  const order = inOrder(places)
  const own = Math.max(0, order.indexOf(at))
  const [from = 0, to = 1] = [own, own + 1 < order.length ? own + 1 : own - 1].map((each) => places[order[each] ?? -1])
  return addStop(stops, (from + to) / 2)
}

/** Two colours at least. */
export function removeStop(stops: Stops, at: number): Stops {
  return stops.length <= FEWEST ? stops : stops.toSpliced(at, 1)
}

/** The other way round; a stop that a record places stays there, and gets the colour from across. */
export function reverseStops(stops: Stops): Stops {
  const places = placesOf(stops)
  return stops.toReversed().map(({ color }, at) => {
    const own = stops[at]?.offset
    const across = 1 - (places[stops.length - 1 - at] ?? 0)
    return { color, offset: own === undefined || typeof own === 'number' ? Math.round(across * 1000) / 1000 : own }
  })
}

/** A picture of the stops, from the start to the end. */
export function gradientCss(stops: Stops): string {
  const places = placesOf(stops)
  const parts = inOrder(places).map((at) => `${shownColor(stops[at]?.color ?? '')} ${(places[at] ?? 0) * 100}%`)
  return `linear-gradient(to right, ${parts.join(', ')})`
}
