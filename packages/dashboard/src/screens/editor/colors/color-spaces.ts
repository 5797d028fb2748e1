import { type Rgba, toLight } from '@pictable/renderer/template'

/** As a picker shows a colour: hue in degrees, the rest from 0 to 1. */
export interface Hsva {
  readonly hue: number
  readonly saturation: number
  readonly value: number
  readonly alpha: number
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const turn = (degrees: number) => ((degrees % 360) + 360) % 360

/** The hue of red, green and blue in degrees; 0 for greys. */
function hueOf([red, green, blue]: readonly [number, number, number], most: number, span: number): number {
  if (span === 0) return 0
  if (most === red) return turn(((green - blue) / span) * 60)
  return most === green ? 120 + ((blue - red) / span) * 60 : 240 + ((red - green) / span) * 60
}

export function toHsva([red, green, blue, alpha]: Rgba): Hsva {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const hue = hueOf([red, green, blue], most, most - least)
  return { hue, saturation: most === 0 ? 0 : (most - least) / most, value: most / 255, alpha }
}

export function fromHsva({ hue, saturation, value, alpha }: Hsva): Rgba {
  const channel = (offset: number) => {
    const k = (offset + hue / 60) % 6
    return 255 * value * (1 - saturation * within(Math.min(k, 4 - k), 0, 1))
  }
  return [channel(5), channel(3), channel(1), alpha]
}

/** Hue in degrees, saturation and lightness in percent. */
export function toHsl([red, green, blue]: Rgba): readonly [hue: number, saturation: number, lightness: number] {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [span, lightness] = [most - least, (most + least) / 510]
  const saturation = span === 0 ? 0 : span / 255 / (1 - Math.abs(2 * lightness - 1))
  return [hueOf([red, green, blue], most, span), saturation * 100, lightness * 100]
}

function fromLight(light: number): number {
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)
}

/** Lightness from 0 to 1, chroma, hue in degrees: CSS Color 4. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]

export function toOklch([red, green, blue]: Rgba): Oklch {
  const [r, g, b] = [toLight(red), toLight(green), toLight(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const chroma = Math.hypot(a, bb)
  // Greys have no hue: what is left of it is rounding.
  return chroma < 0.0005 ? [lightness, 0, 0] : [lightness, chroma, turn((Math.atan2(bb, a) * 180) / Math.PI)]
}

function linearOf([lightness, chroma, hue]: Oklch): readonly [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const SLACK = 0.0005
const isShowable = (channels: readonly number[]) => channels.every((each) => each >= -SLACK && each <= 1 + SLACK)
/** Halvings of the chroma: more precise than 8 bits. */
const STEPS = 16

/** A colour that screens cannot show becomes less colourful, and keeps its lightness and hue. */
export function fromOklch([lightness, chroma, hue]: Oklch, alpha: number): Rgba {
  const light = within(lightness, 0, 1)
  let [shown, most] = [isShowable(linearOf([light, chroma, hue])) ? chroma : 0, chroma]
  for (let step = 0; step < STEPS && shown < most; step++) {
    const middle = (shown + most) / 2
    if (isShowable(linearOf([light, middle, hue]))) shown = middle
    else most = middle
  }
  const [red, green, blue] = linearOf([light, shown, hue]).map((each) => fromLight(within(each, 0, 1)))
  return [red ?? 0, green ?? 0, blue ?? 0, alpha]
}
