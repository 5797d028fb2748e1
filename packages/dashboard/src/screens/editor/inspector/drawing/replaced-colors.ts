import { isFilled } from '@pictable/editor'
import { readColor } from '@pictable/renderer/template'
import { toHex } from '#dashboard/screens/editor/colors/color-text.ts'
import { partAt, withPart } from '#dashboard/screens/editor/properties/values.ts'

/** A colour of a drawing, or one that is written to be replaced. */
export interface ReplacedColor {
  /** As hex, unless that is another colour. */
  readonly own: string
  /** What is drawn in its place: a colour, or what fills it. */
  readonly replacement: unknown
}

/** Of channels and opacity, how exactly the renderer tells colours apart. */
const isSame = (one: string, other: string): boolean => {
  const [first, second] = [readColor(one), readColor(other)]
  return first?.every((part, at) => Math.round(part * 255) === Math.round((second?.[at] ?? -1) * 255)) ?? false
}

function nameOf(text: string): string {
  const color = readColor(text)
  const hex = color && toHex(color)
  return hex !== undefined && isSame(hex, text) ? hex : text
}

const entriesOf = (written: unknown): [string, unknown][] =>
  typeof written === 'object' && written !== null && !isFilled(written) ? Object.entries(written) : []

/** How a colour is written where it is replaced: of several ways, the last one counts. */
const keyOf = (written: unknown, own: string): string =>
  entriesOf(written).findLast(([key]) => isSame(key, own))?.[0] ?? own

/** The colours of a drawing, and those that it does not have but are to be replaced. */
export function replacedColors(drawn: readonly string[], written: unknown): readonly ReplacedColor[] {
  const others = entriesOf(written).filter(([key]) => !drawn.some((color) => isSame(color, key)))
  return [...drawn.map(nameOf), ...others.map(([key]) => key)].map((own) => {
    return { own, replacement: partAt(written, keyOf(written, own)) }
  })
}

export const replacementOf = (written: unknown, own: string): unknown => partAt(written, keyOf(written, own))

/** With another colour in place of one; the colour itself and `undefined` end that. */
export function withReplacement(written: unknown, own: string, next: unknown): unknown {
  const isOwn = typeof next === 'string' && isSame(next, own)
  const map = withPart(written, keyOf(written, own), isOwn ? undefined : next)
  return entriesOf(map).length === 0 ? undefined : map
}
