import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { type ByteReader, bytesOf, readerOfBytes, viewOf } from './byte-reader.ts'
import { FontError } from './font-error.ts'
import { checkCount, checkTags, checkUnpacked, type FontTables, tagAt } from './font-tables.ts'

/** The tags that WOFF2 writes as a number. */
const knownTags = [
  ...['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca', 'prep'],
  ...['CFF ', 'VORG', 'EBDT', 'EBLC', 'gasp', 'hdmx', 'kern', 'LTSH', 'PCLT', 'VDMX', 'vhea', 'vmtx', 'BASE'],
  ...['GDEF', 'GPOS', 'GSUB', 'EBSC', 'JSTF', 'MATH', 'CBDT', 'CBLC', 'COLR', 'CPAL', 'SVG ', 'sbix', 'acnt'],
  ...['avar', 'bdat', 'bloc', 'bsln', 'cvar', 'fdsc', 'feat', 'fmtx', 'fvar', 'gvar', 'hsty', 'just', 'lcar'],
  ...['mort', 'morx', 'opbd', 'prop', 'trak', 'Zapf', 'Silf', 'Glat', 'Gloc', 'Feat', 'Sill'],
]
const HEADER_BYTES = 48

/** For fonts that are read once and discarded. */
const FASTEST = 1

interface Entry {
  readonly tag: string
  /** Length in the unpacked stream. */
  readonly length: number
  readonly original: number
  readonly isChanged: boolean
}

/** Reads a WOFF2 file: one Brotli stream behind a directory. */
export function readWoff2(file: ByteReader): FontTables {
  const header = file.read(0, HEADER_BYTES)
  if (header.getUint32(8) !== file.length) throw new FontError('has a different length than it declares')
  if (tagAt(header, 4) === 'ttcf') throw new FontError('is a collection; use a separate file for each font')
  const count = header.getUint16(12)
  checkCount(count)
  checkUnpacked(header.getUint32(16))
  const { entries, end } = readDirectory(file, count)
  const total = entries.reduce((sum, { length }) => sum + length, 0)
  checkUnpacked(total)
  checkUnpacked(entries.reduce((sum, { original }) => sum + original, 0))
  const stream = unpack(file.read(end, header.getUint32(20)), total)
  let offset = 0
  const tables = new Map<string, { view: DataView; isChanged: boolean }>()
  for (const { tag, length, isChanged } of entries) {
    tables.set(tag, { view: viewOf(stream.subarray(offset, offset + length)), isChanged })
    offset += length
  }
  const find = (tag: string, isChanged: boolean) => {
    const found = tables.get(tag)
    return found?.isChanged === isChanged ? found.view : undefined
  }
  return {
    tags: entries.map(({ tag }) => tag),
    table: (tag) => find(tag, false),
    changed: (tag) => find(tag, true),
  }
}

/** The file with the tables that were read from it, which may have changed in place. */
export function packWoff2(bytes: Uint8Array, tables: FontTables): Uint8Array {
  const { entries, end } = readDirectory(readerOfBytes(bytes), viewOf(bytes).getUint16(12))
  const views = entries.flatMap(({ tag }) => tables.changed(tag) ?? tables.table(tag) ?? [])
  const packed = brotliCompressSync(Buffer.concat(views.map(bytesOf)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: FASTEST },
  })
  const file = new Uint8Array((end + packed.length + 3) & ~3)
  file.set(bytes.subarray(0, end))
  file.set(packed, end)
  const header = viewOf(file)
  header.setUint32(8, file.length)
  header.setUint32(20, packed.length)
  // Nothing follows the tables.
  for (let at = 28; at < HEADER_BYTES; at += 4) header.setUint32(at, 0)
  return file
}

function readDirectory(file: ByteReader, count: number): { entries: Entry[]; end: number } {
  // An entry has at most a flag, a tag and two numbers of five bytes.
  const view = file.read(HEADER_BYTES, Math.min(count * 15, file.length - HEADER_BYTES))
  let at = 0
  const byte = () => {
    if (at >= view.byteLength) throw new FontError('is truncated')
    return view.getUint8(at++)
  }
  const number = () => {
    let value = 0
    for (let digits = 0; digits < 5; digits++) {
      const next = byte()
      value = value * 128 + (next & 127)
      if (next < 128) return value
    }
    throw new FontError('has a number that never ends')
  }
  const entries = Array.from({ length: count }, (): Entry => {
    const flags = byte()
    const written = (flags & 63) === 63
    const tag = written ? String.fromCharCode(byte(), byte(), byte(), byte()) : (knownTags[flags & 63] ?? '')
    const version = flags >> 6
    const isChanged = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
    const original = number()
    return { tag, original, isChanged, length: isChanged ? number() : original }
  })
  checkTags(entries.map(({ tag }) => tag))
  return { entries, end: HEADER_BYTES + at }
}

function unpack(packed: DataView, length: number): Uint8Array {
  let stream: Uint8Array
  try {
    stream = brotliDecompressSync(bytesOf(packed), { maxOutputLength: Math.max(1, length) })
  } catch (error) {
    const larger = error instanceof RangeError
    throw new FontError(larger ? 'is larger than declared when unpacked' : 'cannot be unpacked')
  }
  if (stream.length !== length) throw new FontError('is smaller than declared when unpacked')
  return stream
}
