import { coverageOf } from './coverage.ts'
import { FontError } from './font-error.ts'
import { axesOf } from './font-facts.ts'
import type { FontTables } from './font-tables.ts'
import { type FontNumbers, vetGlyphs } from './vet-glyphs.ts'

const outlines = ['glyf', 'CFF ', 'CFF2', 'CBDT', 'sbix', 'COLR', 'SVG ', 'EBDT']

/** Looks at a font of a user before anything native does. Throws a FontError that says what is wrong with it. */
export function vetFont(tables: FontTables): void {
  try {
    const numbers = readNumbers(tables)
    if (!outlines.some((tag) => tables.tags.includes(tag))) throw new FontError('has no glyphs')
    coverageOf(tables)
    axesOf(tables)
    vetWidths(tables, numbers)
    if (tables.tags.includes('glyf')) vetGlyphs(tables, numbers)
  } catch (error) {
    if (error instanceof RangeError) throw new FontError('has truncated tables')
    throw error
  }
}

function readNumbers(tables: FontTables): FontNumbers {
  const head = need(tables, 'head', 54)
  const maxp = need(tables, 'maxp', 6)
  if (head.getUint32(12) !== 0x5f0f3cf5) throw new FontError('has a damaged head')
  const unitsPerEm = head.getUint16(18)
  if (unitsPerEm < 16 || unitsPerEm > 16_384) throw new FontError(`has ${unitsPerEm} units per em`)
  const offsets = head.getInt16(50)
  if (offsets !== 0 && offsets !== 1) throw new FontError('has a damaged head')
  const glyphs = maxp.getUint16(4)
  if (glyphs === 0) throw new FontError('has no glyphs')
  return { glyphs, longOffsets: offsets === 1 }
}

function vetWidths(tables: FontTables, { glyphs }: FontNumbers): void {
  const count = need(tables, 'hhea', 36).getUint16(34)
  if (count === 0 || count > glyphs) throw new FontError(`has widths for ${count} of ${glyphs} glyphs`)
  const widths = tables.table('hmtx')
  if (!widths) {
    if (tables.changed('hmtx')) return
    throw new FontError('has no table "hmtx"')
  }
  if (widths.byteLength < count * 4 + (glyphs - count) * 2) throw new FontError('has fewer widths than glyphs')
}

function need(tables: FontTables, tag: string, bytes: number): DataView {
  const table = tables.table(tag)
  if (!table) throw new FontError(`has no table "${tag}"`)
  if (table.byteLength < bytes) throw new FontError(`has a truncated table "${tag}"`)
  return table
}
