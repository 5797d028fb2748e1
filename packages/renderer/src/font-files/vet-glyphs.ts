import { FontError } from './font-error.ts'
import type { FontTables } from './font-tables.ts'

/** What other tables rely on. */
export interface FontNumbers {
  readonly glyphs: number
  readonly longOffsets: boolean
}

/** Parts that one glyph may have in all; fonts that are meant to be read have some dozens. */
const MOST_PARTS = 2_000

/** Looks at where TrueType outlines lie, and that glyphs made of glyphs neither go in circles nor grow without bound. */
export function vetGlyphs(tables: FontTables, numbers: FontNumbers): void {
  const glyf = tables.table('glyf')
  const changed = tables.changed('glyf')
  if (glyf) vetParts(partsByOffset(tables, glyf, numbers), numbers)
  else if (changed) vetParts(partsOfStream(changed, numbers), numbers)
}

type PartsOf = (glyph: number) => readonly number[]

function partsByOffset(tables: FontTables, glyf: DataView, { glyphs, longOffsets }: FontNumbers): PartsOf {
  const loca = tables.table('loca')
  if (!loca) throw new FontError('has no table "loca"')
  if (loca.byteLength < (glyphs + 1) * (longOffsets ? 4 : 2)) throw new FontError('has fewer outlines than glyphs')
  const offsetOf = (glyph: number) => (longOffsets ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2)
  for (let glyph = 0; glyph < glyphs; glyph++) {
    if (offsetOf(glyph) > offsetOf(glyph + 1)) throw new FontError('has outlines out of order')
  }
  if (offsetOf(glyphs) > glyf.byteLength) throw new FontError('has outlines after the end of their table')
  return (glyph) => {
    const [start, end] = [offsetOf(glyph), offsetOf(glyph + 1)]
    return end - start < 10 || glyf.getInt16(start) >= 0 ? [] : readParts(glyf, start + 10).parts
  }
}

/** Of the form that WOFF2 gives outlines: numbers of contours in one stream, parts of glyphs in another. */
function partsOfStream(changed: DataView, { glyphs }: FontNumbers): PartsOf {
  if (changed.getUint16(4) !== glyphs) throw new FontError('has fewer outlines than glyphs')
  const lengths = Array.from({ length: 7 }, (_, index) => changed.getUint32(8 + index * 4))
  const start = 36
  if (start + lengths.reduce((sum, length) => sum + length, 0) > changed.byteLength) {
    throw new FontError('has outlines after the end of their table')
  }
  const before = lengths.slice(0, 4).reduce((sum, length) => sum + length, 0)
  const end = start + before + (lengths[4] ?? 0)
  let at = start + before
  const found = new Map<number, readonly number[]>()
  for (let glyph = 0; glyph < glyphs; glyph++) {
    if (changed.getInt16(start + glyph * 2) >= 0) continue
    const { parts, next } = readParts(changed, at)
    if (next > end) throw new FontError('has truncated composite glyphs')
    found.set(glyph, parts)
    at = next
  }
  return (glyph) => found.get(glyph) ?? []
}

const WORDS = 1
const SCALE = 8
const MORE = 32
const TWO_SCALES = 64
const MATRIX = 128

function readParts(view: DataView, offset: number): { parts: number[]; next: number } {
  const parts: number[] = []
  let at = offset
  for (;;) {
    const flags = view.getUint16(at)
    parts.push(view.getUint16(at + 2))
    if (parts.length > MOST_PARTS) throw new FontError('has a composite glyph with too many components')
    const matrix = flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0
    at += 4 + (flags & WORDS ? 4 : 2) + matrix
    if (!(flags & MORE)) return { parts, next: at }
  }
}

const UNDER_WAY = -1

function vetParts(partsOf: PartsOf, { glyphs }: FontNumbers): void {
  const counts = new Map<number, number>()
  const count = (glyph: number, depth: number): number => {
    const known = counts.get(glyph)
    if (known === UNDER_WAY || depth > 16) throw new FontError('has composite glyphs that contain each other')
    if (known !== undefined) return known
    if (glyph >= glyphs) throw new FontError('has a composite glyph with a missing component')
    counts.set(glyph, UNDER_WAY)
    let total = 1
    for (const part of partsOf(glyph)) total += count(part, depth + 1)
    if (total > MOST_PARTS) throw new FontError('has a composite glyph with too many components')
    counts.set(glyph, total)
    return total
  }
  for (let glyph = 0; glyph < glyphs; glyph++) count(glyph, 0)
}
