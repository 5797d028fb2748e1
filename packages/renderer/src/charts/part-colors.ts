import { luminanceOf, mixColors, type Rgba, readColor } from '#renderer/properties/color.ts'
import { isPicture, type Paint } from '#renderer/properties/paint.ts'
import { type Chart, colorAt } from './chart.ts'

const [white, black]: Rgba[] = [
  [255, 255, 255, 1],
  [0, 0, 0, 1],
]

/** What parts look like that come after the last colour: lighter and darker, as far as these can be told apart. */
const shades: readonly (readonly [other: Rgba | undefined, share: number])[] = [
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
  return own && other ? mixColors(own, [other[0], other[1], other[2], own[3]], share) : color
}

/** How many parts look like another one. */
export function repeatedColors({ colors, numbers }: Chart): number {
  const told = colors.length * (shades.length + 1)
  return numbers.filter((_, at) => {
    const paint = colors[at % colors.length]
    return at >= told || (at >= colors.length && paint !== undefined && isPicture(paint))
  }).length
}

/** Of words on a part. */
export function inkOn(paint: Paint): string {
  const color = typeof paint === 'string' ? readColor(paint) : undefined
  return color && luminanceOf(color) > LIGHT ? '#111827' : '#ffffff'
}
