import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, deflateSync } from 'node:zlib'

const require = createRequire(import.meta.url)

/** A file of an npm package. */
export function packaged(path: string): Uint8Array {
  return readFileSync(require.resolve(path))
}

/** An OTF: outlines as PostScript has them. */
export function inconsolata(): Uint8Array {
  return readFileSync(join(dirname(require.resolve('bwip-js')), '..', 'fonts', 'Inconsolata.otf'))
}

export type Tables = Map<string, Buffer>

/** The tables of a small TrueType font, to be changed and put together again. */
export function laoTables(): Tables {
  const font = Buffer.from(packaged('@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf'))
  const tables: Tables = new Map()
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)]
    tables.set(font.toString('latin1', at, at + 4), Buffer.from(font.subarray(offset, offset + length)))
  }
  return tables
}

/** The font with one table changed; undefined takes it away. */
export function changed(tag: string, change: (table: Buffer) => Buffer | undefined): Tables {
  const tables = laoTables()
  const table = change(tables.get(tag) ?? Buffer.alloc(0))
  if (table) tables.set(tag, table)
  else tables.delete(tag)
  return tables
}

/** Writes numbers of two bytes at offsets. */
export function poke(table: Buffer, values: Readonly<Record<number, number>>): Buffer {
  const poked = Buffer.from(table)
  for (const [offset, value] of Object.entries(values)) poked.writeUInt16BE(value, Number(offset))
  return poked
}

interface Directory {
  /** The number of tables that the header names. */
  readonly count?: number
  /** Changes an entry: tag, offset and length. */
  readonly entry?: (entry: { tag: string; offset: number; length: number }) => void
}

export function sfnt(tables: Tables, { count = tables.size, entry }: Directory = {}): Buffer {
  const header = Buffer.alloc(12 + tables.size * 16)
  header.writeUInt32BE(0x10000, 0)
  header.writeUInt16BE(count, 4)
  const parts = [header]
  let offset = header.length
  let at = 12
  for (const [tag, table] of tables) {
    const place = { tag, offset, length: table.length }
    entry?.(place)
    header.write(place.tag, at, 'latin1')
    header.writeUInt32BE(place.offset, at + 8)
    header.writeUInt32BE(place.length, at + 12)
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    parts.push(padded)
    offset += padded.length
    at += 16
  }
  return Buffer.concat(parts)
}

export function woff(tables: Tables, lie: { unpacked?: (tag: string, length: number) => number } = {}): Buffer {
  const header = Buffer.alloc(44 + tables.size * 20)
  header.write('wOFF', 0, 'latin1')
  header.writeUInt32BE(0x10000, 4)
  header.writeUInt16BE(tables.size, 12)
  const parts = [header]
  let offset = header.length
  let at = 44
  for (const [tag, table] of tables) {
    const packed = deflateSync(table)
    const stored = packed.length < table.length ? packed : table
    header.write(tag, at, 'latin1')
    header.writeUInt32BE(offset, at + 4)
    header.writeUInt32BE(stored.length, at + 8)
    header.writeUInt32BE(lie.unpacked?.(tag, table.length) ?? table.length, at + 12)
    const padded = Buffer.concat([stored, Buffer.alloc(-stored.length & 3)])
    parts.push(padded)
    offset += padded.length
    at += 20
  }
  header.writeUInt32BE(offset, 8)
  header.writeUInt32BE(sfnt(tables).length, 16)
  return Buffer.concat(parts)
}

interface Woff2Lie {
  /** What stands in the stream in place of the tables. */
  readonly stream?: Buffer
  readonly count?: number
  readonly length?: number
  readonly unpacked?: number
  readonly original?: (tag: string, length: number) => number
  /** Widths in the form that WOFF2 has for them. */
  readonly widths?: Buffer
}

/** Outlines are written as they are, not in the form that WOFF2 has for them. */
export function woff2(tables: Tables, lie: Woff2Lie = {}): Buffer {
  const entries = [...tables].map(([tag, table]) => {
    const outlines = tag === 'glyf' || tag === 'loca'
    const widths = tag === 'hmtx' ? lie.widths : undefined
    const flags = Buffer.from([63 | (outlines ? 3 << 6 : widths ? 1 << 6 : 0)])
    return Buffer.concat([
      flags,
      Buffer.from(tag, 'latin1'),
      base128(lie.original?.(tag, table.length) ?? table.length),
      ...(widths ? [base128(widths.length)] : []),
    ])
  })
  const pieces = [...tables].map(([tag, table]) => (tag === 'hmtx' && lie.widths) || table)
  const stream = brotliCompressSync(lie.stream ?? Buffer.concat(pieces), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  })
  const header = Buffer.alloc(48)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(0x10000, 4)
  header.writeUInt16BE(lie.count ?? tables.size, 12)
  header.writeUInt32BE(lie.unpacked ?? sfnt(tables).length, 16)
  header.writeUInt32BE(stream.length, 20)
  const body = Buffer.concat([header, ...entries, stream])
  const font = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
  font.writeUInt32BE(lie.length ?? font.length, 8)
  return font
}

function base128(value: number): Buffer {
  const digits = [value & 127]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 127) | 128)
  return Buffer.from(digits)
}
