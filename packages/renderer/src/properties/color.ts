import { z } from 'zod/mini'
import { withMeta } from '#renderer/values/describe.ts'
import { cssColors } from './css-colors.ts'

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

const hex = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/
const part = String.raw`([\d.]+%?)`
const byFunction = new RegExp(
  String.raw`^(rgb|hsl)a?\(\s*${part}(?:deg)?(?:\s*,\s*|\s+)${part}(?:\s*,\s*|\s+)${part}(?:\s*[,/]\s*${part})?\s*\)$`,
)

/** The colour as numbers, or undefined when it is none. */
export function readColor(text: string): Rgba | undefined {
  const color = text.trim().toLowerCase()
  if (color === 'transparent') return [0, 0, 0, 0]
  const named = cssColors.get(color)
  if (named !== undefined) return readHex(named)
  if (hex.test(color)) return readHex(color.slice(1))
  const [, space, first = '', second = '', third = '', alpha = '1'] = byFunction.exec(color) ?? []
  if (space === undefined) return undefined
  const opacity = within(alpha.endsWith('%') ? Number.parseFloat(alpha) / 100 : Number(alpha), 1)
  if (space === 'hsl') {
    const [red, green, blue] = fromHsl(Number.parseFloat(first), Number.parseFloat(second), Number.parseFloat(third))
    return [red, green, blue, opacity]
  }
  const channel = (value: string) => within(value.endsWith('%') ? Number.parseFloat(value) * 2.55 : Number(value), 255)
  return [channel(first), channel(second), channel(third), opacity]
}

/** Of a channel from 0 to 255: how much light it is, from 0 to 1. */
export function toLight(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

type Opaque = readonly [red: number, green: number, blue: number, ...unknown[]]

/** As WCAG counts it: 0 is black, 1 white. */
export function luminanceOf([red, green, blue]: Opaque): number {
  return 0.2126 * toLight(red) + 0.7152 * toLight(green) + 0.0722 * toLight(blue)
}

/** The colour between two others; share 0 is the first and 1 the second. */
export function mixColors(one: Rgba, other: Rgba, share: number): string {
  const [red, green, blue, alpha] = [0, 1, 2, 3].map((at) => {
    const [from = 0, to = 0] = [one[at], other[at]]
    return Math.round((from + (to - from) * share) * 1000) / 1000
  })
  return `rgba(${Math.round(red ?? 0)}, ${Math.round(green ?? 0)}, ${Math.round(blue ?? 0)}, ${alpha})`
}

function readHex(digits: string): Rgba {
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits
  const channel = (at: number) => Number.parseInt(long.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4), long.length === 8 ? channel(6) / 255 : 1]
}

function fromHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const [s, l] = [within(saturation / 100, 1), within(lightness / 100, 1)]
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}

/** True when nothing shines through the colour. */
export function isOpaque(text: string): boolean {
  return readColor(text)?.[3] === 1
}

/** `#rgb`, `#rrggbb`, both with alpha, `rgb()`, `hsl()`, or a CSS colour name: the canvas silently ignores anything else. */
export const colorSchema = z
  .string()
  .check(
    z.refine(
      (text) => readColor(text)?.every(Number.isFinite) ?? false,
      'is not a colour such as "#ff8800", "rgb(255 136 0)" or "orange"',
    ),
  )
  .apply(withMeta, { kind: 'color' })
