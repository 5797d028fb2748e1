import type { LineFacts } from '#renderer/text/types.ts'
import { FontError } from './font-error.ts'
import type { FontTables } from './font-tables.ts'

/** An axis of a variable font. */
export interface FontAxis {
  readonly tag: string
  readonly min: number
  readonly default: number
  readonly max: number
}

const MOST_AXES = 32

/** The axes of a variable font; none for others. */
export function axesOf(tables: FontTables): FontAxis[] {
  const fvar = tables.table('fvar')
  if (!fvar) return []
  try {
    const [offset, count, size] = [fvar.getUint16(4), fvar.getUint16(8), fvar.getUint16(10)]
    if (count > MOST_AXES) throw new FontError(`has ${count} axes, and at most ${MOST_AXES} are allowed`)
    return Array.from({ length: count }, (_, index) => {
      const at = offset + index * size
      const tag = String.fromCharCode(...[0, 1, 2, 3].map((place) => fvar.getUint8(at + place)))
      const [min, middle, max] = [fixed(fvar, at + 4), fixed(fvar, at + 8), fixed(fvar, at + 12)]
      if (!(min <= middle && middle <= max)) throw new FontError(`has an axis "${tag}" out of order`)
      return { tag, min, default: middle, max }
    })
  } catch (error) {
    if (error instanceof RangeError) throw new FontError('has truncated axes')
    throw error
  }
}

function fixed(view: DataView, offset: number): number {
  return view.getInt32(offset) / 65_536
}

/** What the font says about lines, or what is usual. */
export function lineFactsOf(tables: FontTables): LineFacts {
  const unitsPerEm = tables.table('head')?.getUint16(18) ?? 1000
  const em = (units: number) => units / unitsPerEm
  const [post, os2] = [tables.table('post'), tables.table('OS/2')]
  const underline = post && post.byteLength >= 12 ? [em(post.getInt16(8)), em(post.getInt16(10))] : []
  const strike = os2 && os2.byteLength >= 30 ? [em(os2.getInt16(28)), em(os2.getInt16(26))] : []
  const [underlineThickness, strikeThickness] = [thickness(underline[1]), thickness(strike[1])]
  return {
    underline: within(underline[0], [-1, 0]) ?? -0.1,
    underlineThickness,
    strike: within(strike[0], [0.05, 1]) ?? 0.31,
    strikeThickness,
  }
}

function thickness(given: number | undefined): number {
  return within(given, [0.01, 0.3]) ?? 0.06
}

function within(value: number | undefined, [least, most]: readonly [number, number]): number | undefined {
  return value !== undefined && value >= least && value <= most ? value : undefined
}

/** Where the table of the font classes its form: text, with serifs. Many fonts do not say. */
export function hasSerifsIn(tables: FontTables): boolean {
  const os2 = tables.table('OS/2')
  if (!os2 || os2.byteLength < 34) return false
  const [family, serif] = [os2.getUint8(32), os2.getUint8(33)]
  return family === LATIN_TEXT && serif >= FIRST_SERIF && serif <= LAST_SERIF
}

/** Of the classes of PANOSE. */
const LATIN_TEXT = 2
const [FIRST_SERIF, LAST_SERIF] = [2, 10] as const
