import { type Rgba, readColor } from '@pictable/renderer/template'
import { fromOklch, toHsl, toOklch } from './color-spaces.ts'

export const colorFormats = ['hex', 'rgb', 'hsl', 'oklch'] as const
export type ColorFormat = (typeof colorFormats)[number]

const number = String.raw`([\d.]+%?)`
const oklch = new RegExp(String.raw`^oklch\(\s*${number}\s+${number}\s+(-?[\d.]+)(?:deg)?(?:\s*/\s*${number})?\s*\)$`)
const bareHex = /^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** A share is written as a number or as a percentage of `whole`. */
const shareOf = (text: string, whole = 1) => (text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text) / whole)

function readOklch(text: string): Rgba | undefined {
  const [, lightness, chroma, hue, alpha = '1'] = oklch.exec(text.trim().toLowerCase()) ?? []
  if (lightness === undefined || chroma === undefined) return undefined
  // Of CSS: 100 % of the chroma is 0.4.
  const read = [shareOf(lightness), chroma.endsWith('%') ? shareOf(chroma) * 0.4 : Number(chroma), Number(hue)] as const
  const opacity = shareOf(alpha)
  return [...read, opacity].every(Number.isFinite) ? fromOklch(read, Math.min(1, opacity)) : undefined
}

const twoDigits = (channel: number) => Math.round(channel).toString(16).padStart(2, '0')

/** As templates write it: `#rrggbb`, with two more digits where something shines through. */
export function toHex([red, green, blue, alpha]: Rgba): string {
  const opaque = `#${twoDigits(red)}${twoDigits(green)}${twoDigits(blue)}`
  return Math.round(alpha * 255) === 255 ? opaque : `${opaque}${twoDigits(alpha * 255)}`
}

/** A typed colour as templates take it; undefined for what is none. OKLCH and digits without `#` become hex. */
export function readTypedColor(typed: string): string | undefined {
  const text = typed.trim()
  const channels = readColor(text)
  if (channels) return channels.every(Number.isFinite) ? text : undefined
  const found = bareHex.test(text) ? readColor(`#${text}`) : readOklch(text)
  return found && toHex(found)
}

const rounded = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits

/** An opaque colour in one of the forms that can be typed. */
export function writeColor(color: Rgba, format: ColorFormat): string {
  const [red, green, blue] = color
  if (format === 'hex') return toHex([red, green, blue, 1])
  if (format === 'rgb') return `rgb(${rounded(red)} ${rounded(green)} ${rounded(blue)})`
  if (format === 'hsl') {
    const [hue, saturation, lightness] = toHsl(color)
    return `hsl(${rounded(hue, 1)} ${rounded(saturation, 1)}% ${rounded(lightness, 1)}%)`
  }
  const [lightness, chroma, hue] = toOklch(color)
  return `oklch(${rounded(lightness, 5)} ${rounded(chroma, 5)} ${rounded(hue, 3)})`
}
