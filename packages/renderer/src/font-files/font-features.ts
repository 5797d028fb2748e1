import { type FontTables, tagAt } from './font-tables.ts'

/** OpenType features by tag: true to apply them, false to leave them out. */
export type FontFeatures = Readonly<Record<string, boolean>>

/** What replaces glyphs, and what moves them. */
export const LAYOUT_TABLES = ['GSUB', 'GPOS'] as const

/** More would need more carriers than a font leaves free. */
export const MAX_FEATURES = 8

/** What every shaper applies, whatever the text. */
export const ALWAYS: readonly string[] = [
  'rlig',
  'rclt',
  'ccmp',
  'locl',
  'mark',
  'mkmk',
  'abvm',
  'blwm',
  'dist',
  'curs',
]
const usual: ReadonlySet<string> = new Set([...ALWAYS, 'calt', 'clig', 'kern', 'liga'])

/** Of the features that are asked for, those that shapers need. */
export const changesOf = (asked: FontFeatures): [tag: string, isOn: boolean][] =>
  Object.entries(asked).filter(([tag, isOn]) => !(isOn && usual.has(tag)))

/** The tags of the features that a font has. */
export function featuresOf(tables: FontTables): ReadonlySet<string> {
  return new Set(LAYOUT_TABLES.flatMap((name) => recordsOf(tables.table(name)).map(({ tag }) => tag)))
}

/** Of the features that are asked for those that change how the font is drawn, in the order of their tags. */
export function changedBy(asked: FontFeatures, present: ReadonlySet<string>): FontFeatures {
  const found = changesOf(asked).filter(([tag]) => present.has(tag))
  return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

interface FeatureRecord {
  readonly at: number
  readonly tag: string
}

/** Of a table with a wrong length, what is there; shapers do not use such a table. */
export function recordsOf(table: DataView | undefined): FeatureRecord[] {
  if (!table || table.byteLength < 10) return []
  const list = table.getUint16(6)
  if (list === 0 || list + 2 > table.byteLength) return []
  const count = Math.min(table.getUint16(list), Math.floor((table.byteLength - list - 2) / 6))
  return Array.from({ length: count }, (_, index) => {
    const at = list + 2 + index * 6
    return { at, tag: tagAt(table, at) }
  })
}
