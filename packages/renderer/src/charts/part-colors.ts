import { luminanceOf, mixColors, type Rgba, readColor } from '#renderer/properties/color.ts'
import { isPicture, type Paint } from '#renderer/properties/paint.ts'
import { type Chart, colorAt } from './chart.ts'

const white: Rgba = [255, 255, 255, 1]
const black: Rgba = [0, 0, 0, 1]

/** What parts look like that come after the last colour: lighter and darker, as far as these can be told apart. */
const shades: readonly (readonly [other: Rgba, share: number])[] = [
  [white, 0.45],
  [black, 0.35],
  [white, 0.7],
  [black, 0.6],
]

/** From here on dark words are easier to read on a colour than white ones. */
const LIGHT = 0.4

/** The paint of a part of a whole, which has to be told apart from all others. */
export function partColor(chart: Chart, at: number): Paint {
  const paint = colorAt(chart, at)
  const round = Math.floor(at / chart.colors.length)
  const shade = round === 0 ? undefined : shades[(round - 1) % shades.length]
  if (!shade || isPicture(paint)) return paint
  if (typeof paint === 'string') return shaded(paint, shade)
  return { ...paint, stops: paint.stops.map((stop) => ({ ...stop, color: shaded(stop.color, shade) })) }
}

function shaded(color: string, [other, share]: (typeof shades)[number]): string {
  const own = readColor(color)
  return own ? mixColors(own, [other[0], other[1], other[2], own[3]], share) : color
}

/** How many of the parts that are seen look like another one. */
export function repeatedColors(chart: Chart): number {
  const seen = chart.numbers.flatMap((number, at) => (number > 0 ? [lookOf(partColor(chart, at))] : []))
  return seen.length - new Set(seen).size
}

/** The same for paints that look the same, however their colours are written. */
function lookOf(paint: Paint): string {
  if (typeof paint === 'string') return String(readColor(paint))
  if (isPicture(paint)) return JSON.stringify(paint)
  return JSON.stringify({ ...paint, stops: paint.stops.map((stop) => ({ ...stop, color: readColor(stop.color) })) })
}

/** Of words on a part. */
export function inkOn(paint: Paint): string {
  const colors = typeof paint === 'string' ? [paint] : isPicture(paint) ? [] : paint.stops.map(({ color }) => color)
  const sum = colors.reduce((light, color) => light + lightOf(color), 0)
  return sum > LIGHT * colors.length ? '#111827' : '#ffffff'
}

/** Of a colour on white paper. */
function lightOf(color: string): number {
  const [red, green, blue, alpha] = readColor(color) ?? black
  const over = (channel: number) => 255 + (channel - 255) * alpha
  return luminanceOf([over(red), over(green), over(blue)])
}
