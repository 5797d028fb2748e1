import { z } from 'zod'

const gradient = z.looseObject({
  type: z.enum(['linear', 'radial', 'conic']),
  // A record may decide: then there is no handle to drag.
  center: z.object({ x: z.number(), y: z.number() }).optional(),
})
export type Gradient = z.output<typeof gradient>

/** A gradient that can be shown as it is written; undefined for other paints. */
export const readGradient = (paint: unknown): Gradient | undefined => gradient.safeParse(paint).data

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

/** The stops of a gradient, each with its place from 0 to 1. */
export function stopsOf(paint: unknown): readonly { readonly color: StopColor; readonly offset: number }[] {
  const written: unknown = typeof paint === 'object' && paint !== null ? Reflect.get(paint, 'stops') : undefined
  const stops: readonly unknown[] = Array.isArray(written) ? written : []
  return stops.map((stop, at) => {
    const { color, offset }: Partial<Stop> = typeof stop === 'object' && stop !== null ? { ...stop } : {}
    return {
      color: typeof color === 'string' || (typeof color === 'object' && color !== null) ? color : '#808080',
      offset: typeof offset === 'number' ? offset : at / Math.max(1, stops.length - 1),
    }
  })
}

type Stops = ReturnType<typeof stopsOf>

const SECOND = '#ffffff'

/** Another kind of paint that keeps the colours. */
export function toKind(paint: unknown, kind: PaintKind): unknown {
  const [first] = stopsOf(paint)
  const color =
    typeof paint === 'string' && paintKindOf(paint) === 'solid' ? paint : shownColor(first?.color ?? '#4f46e5')
  if (kind === 'none') return 'transparent'
  if (kind === 'solid') return color
  if (kind === 'picture') return { type: kind, src: '' }
  const given: Readonly<Record<string, unknown>> = typeof paint === 'object' && paint !== null ? { ...paint } : {}
  const stops = first ? given.stops : [{ color }, { color: color.toLowerCase() === SECOND ? '#000000' : SECOND }]
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

/** The stop that was moved keeps its number: they are not sorted while one is dragged. */
export function moveStop(stops: Stops, at: number, offset: number): Stops {
  const stop = stops[at]
  return stop ? stops.with(at, { ...stop, offset: Math.round(Math.min(1, Math.max(0, offset)) * 1000) / 1000 }) : stops
}

/** A stop more, of the colour that is nearest. */
export function addStop(stops: Stops, offset: number): { stops: Stops; at: number } {
  if (stops.length >= MAX_STOPS) return { stops, at: 0 }
  const near = stops.toSorted((one, other) => Math.abs(one.offset - offset) - Math.abs(other.offset - offset))[0]
  const at = stops.filter((stop) => stop.offset <= offset).length
  const added = { color: near?.color ?? '#808080', offset: Math.round(offset * 1000) / 1000 }
  return { stops: stops.toSpliced(at, 0, added), at }
}

/** A stop more, half-way to the one that follows. */
export function addStopAfter(stops: Stops, at: number): { stops: Stops; at: number } {
  const sorted = stops.toSorted((one, other) => one.offset - other.offset)
  const own = stops[at]
  const place = own ? sorted.indexOf(own) : 0
  const [from, to] = [sorted[place], sorted[place + 1] ?? sorted[place - 1]]
  return addStop(stops, ((from?.offset ?? 0) + (to?.offset ?? 1)) / 2)
}

/** Two colours at least. */
export function removeStop(stops: Stops, at: number): Stops {
  return stops.length <= FEWEST ? stops : stops.toSpliced(at, 1)
}

/** A picture of the stops, from the start to the end. */
export function gradientCss(stops: Stops): string {
  const sorted = stops.toSorted((one, other) => one.offset - other.offset)
  return `linear-gradient(to right, ${sorted.map(({ color, offset }) => `${shownColor(color)} ${offset * 100}%`).join(', ')})`
}
