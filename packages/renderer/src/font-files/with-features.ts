import { readerOfBytes } from './byte-reader.ts'
import { ALWAYS, type FontFeatures, LAYOUT_TABLES, recordsOf } from './font-features.ts'
import { openFont } from './open-font.ts'
import { writeSfnt } from './sfnt.ts'
import { packWoff2 } from './woff2.ts'

/**
 * Names under which other features are applied too, where a font has none so called. HarfBuzz applies the last four, which
 * no font has.
 */
const CARRIERS = [...ALWAYS, 'Harf', 'HARF', 'Buzz', 'BUZZ']
/** A name that no shaper knows. */
const UNKNOWN_TAG = 'zzzz'

/**
 * The font with features that are always applied, or never, for a canvas that takes no list of them. They get the names of
 * features that every shaper applies, or that none knows; nothing else of the font changes. Throws a FontError.
 */
export function withFeatures(bytes: Uint8Array, features: FontFeatures): Uint8Array {
  // Not `slice()`, which is no copy of a Buffer.
  const tables = openFont(readerOfBytes(new Uint8Array(bytes)))
  for (const name of LAYOUT_TABLES) {
    const table = tables.table(name)
    if (table) rename(table, features)
  }
  if (tables.tags.some((tag) => tables.changed(tag))) return packWoff2(bytes, tables)
  return writeSfnt(
    tables.tags.flatMap((tag) => {
      const table = tables.table(tag)
      return table ? [[tag, table] as const] : []
    }),
  )
}

function rename(table: DataView, features: FontFeatures): void {
  const records = recordsOf(table)
  const present = new Set(records.map(({ tag }) => tag))
  const free = CARRIERS.filter((tag) => !present.has(tag))
  const names = new Map<string, string>()
  for (const [tag, isOn] of Object.entries(features)) {
    if (present.has(tag)) names.set(tag, isOn ? (free.shift() ?? tag) : UNKNOWN_TAG)
  }
  for (const { at, tag } of records) {
    for (const [place, letter] of [...(names.get(tag) ?? '')].entries())
      table.setUint8(at + place, letter.charCodeAt(0))
  }
}
