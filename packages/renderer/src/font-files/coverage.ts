import { FontError } from './font-error.ts'
import type { FontTables } from './font-tables.ts'

/** The code points for which a font has a glyph. */
export interface Coverage {
  has(codePoint: number): boolean
}

const LAST_CODE_POINT = 0x10ffff

/** Reads the character map of a font. Throws a FontError when it has none, or one that lies. */
export function coverageOf(tables: FontTables): Coverage {
  const cmap = tables.table('cmap')
  if (!cmap) throw new FontError('has no character map')
  try {
    return readSubtable(cmap, bestSubtable(cmap))
  } catch (error) {
    if (error instanceof RangeError) throw new FontError('has a truncated character map')
    throw error
  }
}

/** Offset of the table that knows most of Unicode. */
function bestSubtable(cmap: DataView): number {
  const count = cmap.getUint16(2)
  let best = 0
  let offset: number | undefined
  for (let index = 0; index < count; index++) {
    const at = 4 + index * 8
    const rank = rankOf(cmap.getUint16(at), cmap.getUint16(at + 2))
    if (rank > best) {
      best = rank
      offset = cmap.getUint32(at + 4)
    }
  }
  if (offset === undefined) throw new FontError('has no character map for Unicode')
  return offset
}

function rankOf(platform: number, encoding: number): number {
  if (platform === 3 && encoding === 10) return 4
  if (platform === 0 && encoding !== 5) return encoding >= 4 ? 4 : 3
  if (platform === 3 && encoding === 1) return 3
  return platform === 3 && encoding === 0 ? 1 : 0
}

function readSubtable(cmap: DataView, offset: number): Coverage {
  const set = createCodePointSet()
  const format = cmap.getUint16(offset)
  switch (format) {
    case 0:
      for (let code = 0; code < 256; code++) if (cmap.getUint8(offset + 6 + code) > 0) set.add(code)
      return set
    case 4:
      readSegments(cmap, offset, set.add)
      return set
    case 6: {
      const [first, count] = [cmap.getUint16(offset + 6), cmap.getUint16(offset + 8)]
      for (let at = 0; at < count; at++) if (cmap.getUint16(offset + 10 + at * 2) > 0) set.add(first + at)
      return set
    }
    case 12:
    case 13:
      readGroups(cmap, { offset, same: format === 13 }, set.add)
      return set
    default:
      throw new FontError(`has a character map of the unknown format ${format}`)
  }
}

function readSegments(cmap: DataView, offset: number, add: (codePoint: number) => void): void {
  const bytes = cmap.getUint16(offset + 6)
  const [ends, starts] = [offset + 14, offset + 16 + bytes]
  const [deltas, ranges] = [starts + bytes, starts + 2 * bytes]
  let before = -1
  for (let at = 0; at < bytes; at += 2) {
    const [start, end] = [cmap.getUint16(starts + at), cmap.getUint16(ends + at)]
    if (start > end || start <= before) throw new FontError('has a character map out of order')
    before = end
    const [delta, range] = [cmap.getUint16(deltas + at), cmap.getUint16(ranges + at)]
    for (let code = start; code <= end && code < 0xffff; code++) {
      if (range === 0 || range === 0xffff) {
        if (((code + delta) & 0xffff) > 0) add(code)
        continue
      }
      const glyphAt = ranges + at + range + (code - start) * 2
      // Fonts in the wild end early here; what lies behind the table has no glyph.
      if (glyphAt + 2 <= cmap.byteLength && cmap.getUint16(glyphAt) > 0) add(code)
    }
  }
}

function readGroups(
  cmap: DataView,
  { offset, same }: { readonly offset: number; readonly same: boolean },
  add: (codePoint: number) => void,
): void {
  const count = cmap.getUint32(offset + 12)
  let before = -1
  for (let index = 0; index < count; index++) {
    const at = offset + 16 + index * 12
    const [start, end, glyph] = [cmap.getUint32(at), cmap.getUint32(at + 4), cmap.getUint32(at + 8)]
    if (start > end || start <= before || end > LAST_CODE_POINT) {
      throw new FontError('has a character map out of order')
    }
    before = end
    for (let code = start; code <= end; code++) if (glyph + (same ? 0 : code - start) > 0) add(code)
  }
}

function createCodePointSet(): Coverage & { add(codePoint: number): void } {
  const pages = new Map<number, Uint8Array>()
  return {
    has: (codePoint) => {
      const bits = pages.get(codePoint >> 8)
      return bits !== undefined && ((bits[(codePoint & 255) >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0
    },
    add: (codePoint) => {
      const bits = pages.get(codePoint >> 8) ?? new Uint8Array(32)
      pages.set(codePoint >> 8, bits)
      bits[(codePoint & 255) >> 3] = (bits[(codePoint & 255) >> 3] ?? 0) | (1 << (codePoint & 7))
    },
  }
}
