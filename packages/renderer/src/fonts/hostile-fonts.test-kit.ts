import { changed, laoTables, packaged, poke, sfnt, type Tables, woff, woff2 } from './font-files.test-kit.ts'

const lao = laoTables()
const glyphs = lao.get('maxp')?.readUInt16BE(4) ?? 0

/** The font with glyph 1 and those after it made of other glyphs. */
function madeOf(parts: readonly (readonly number[])[]): Tables {
  const outlines = parts.map((each) => {
    const records = each.map((glyph, index) => {
      return [0, 2 | (index < each.length - 1 ? 32 : 0), glyph >> 8, glyph & 255, 0, 0]
    })
    return Buffer.from([0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, ...records.flat()])
  })
  const loca = Buffer.alloc((glyphs + 1) * 4)
  let offset = 0
  for (let glyph = 0; glyph <= glyphs; glyph++) {
    loca.writeUInt32BE(offset, glyph * 4)
    offset += outlines[glyph - 1]?.length ?? 0
  }
  return new Map([
    ...lao,
    ['head', poke(lao.get('head') ?? Buffer.alloc(54), { 50: 1 })],
    ['glyf', Buffer.concat(outlines)],
    ['loca', loca],
  ])
}

/** A character map of one group of four-byte numbers. */
function groups(count: number, ...written: (readonly [number, number, number])[]): Buffer {
  const map = Buffer.alloc(28 + written.length * 12)
  for (const [offset, value] of [
    [2, 1],
    [4, 3],
    [6, 10],
    [12, 12],
  ] as const)
    map.writeUInt16BE(value, offset)
  map.writeUInt32BE(12, 8)
  map.writeUInt32BE(16 + written.length * 12, 16)
  map.writeUInt32BE(count, 24)
  written.forEach((group, index) => {
    group.forEach((value, place) => {
      map.writeUInt32BE(value, 28 + index * 12 + place * 4)
    })
  })
  return map
}

const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1_000_000)

/** Files that are no fonts, or lie about themselves, and what is said of them. */
export const hostileFonts: [what: string, font: () => Uint8Array, message: RegExp][] = [
  ['is empty', () => new Uint8Array(0), /"Own" is empty/],
  ['is text', () => Buffer.from('<html>not found</html>'), /is not TTF, OTF, WOFF or WOFF2/],
  ['is a zip file', () => Buffer.from('PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'), /is not TTF/],
  ['is a collection', () => Buffer.concat([Buffer.from('ttcf'), sfnt(lao)]), /is a collection/],
  ['is a signature only', () => Buffer.from([0, 1, 0, 0]), /is truncated/],
  ['has more than 10 MB', () => zeros(11), /larger than 10 MB/],
  ['names 65,535 tables', () => sfnt(lao, { count: 65_535 }), /has 65535 tables/],
  ['names no tables', () => sfnt(lao, { count: 0 }), /has no tables/],
  ['is cut in half', () => sfnt(lao).subarray(0, 20_000), /is truncated/],
  [
    'has a table that ends behind the file',
    () => sfnt(lao, { entry: (place) => (place.length *= 40) }),
    /ends after the end of the file|30 MB/,
  ],
  ['has a table of 4 GB', () => sfnt(lao, { entry: (place) => (place.length = 0xffff_ffff) }), /more than 30 MB/],
  [
    'has tables over each other',
    () => sfnt(lao, { entry: (place) => (place.offset = 12 + lao.size * 16) }),
    /overlaps another/,
  ],
  ['has a table twice', () => sfnt(lao, { entry: (place) => (place.tag = 'head') }), /"head" twice/],
  ['has tables without names', () => sfnt(lao, { entry: (place) => (place.tag = '\0\0\0\0') }), /invalid name/],
  ['has no character map', () => sfnt(changed('cmap', () => undefined)), /no character map/],
  [
    'has a character map of another world',
    () => sfnt(changed('cmap', (map) => poke(map, { 4: 1, 12: 1, 20: 1 }))),
    /character map/,
  ],
  [
    'has a character map of four thousand million groups',
    () => sfnt(changed('cmap', () => groups(0xffff_ffff, [32, 33, 1]))),
    /truncated character map/,
  ],
  [
    'has a character map beyond Unicode',
    () => sfnt(changed('cmap', () => groups(1, [0, 0xffff_ffff, 1]))),
    /out of order/,
  ],
  [
    'has a character map that turns back',
    () => sfnt(changed('cmap', () => groups(2, [90, 99, 1], [32, 95, 1]))),
    /out of order/,
  ],
  ['has no glyphs', () => sfnt(changed('glyf', () => undefined)), /has no glyphs/],
  ['has no head', () => sfnt(changed('head', () => undefined)), /no table "head"/],
  ['has a damaged head', () => sfnt(changed('head', (head) => poke(head, { 12: 0 }))), /damaged head/],
  ['has no units', () => sfnt(changed('head', (head) => poke(head, { 18: 0 }))), /0 units per em/],
  [
    'has 65,535 glyphs by its word',
    () => sfnt(changed('maxp', (maxp) => poke(maxp, { 4: 65_535 }))),
    /fewer widths than glyphs/,
  ],
  ['has no widths', () => sfnt(changed('hhea', (hhea) => poke(hhea, { 34: 0 }))), /widths for 0/],
  ['has no places of outlines', () => sfnt(changed('loca', () => undefined)), /no table "loca"/],
  [
    'has outlines out of order',
    () => sfnt(changed('loca', (loca) => poke(loca, { 4: 0xffff }))),
    /outlines (out of order|behind)/,
  ],
  ['has outlines that are not there', () => sfnt(changed('glyf', (glyf) => glyf.subarray(0, 100))), /after the end/],
  ['has a glyph made of itself', () => sfnt(madeOf([[1]])), /contain each other/],
  ['has glyphs in a circle', () => sfnt(madeOf([[2], [3], [1]])), /contain each other/],
  [
    'has glyphs that grow tenfold at each step',
    () => sfnt(madeOf(Array.from({ length: 12 }, (_, at) => Array.from({ length: 10 }, () => at + 2)))),
    /too many components/,
  ],
  ['has a glyph made of what is not there', () => sfnt(madeOf([[60_000]])), /missing component/],
  [
    'is WOFF with a table larger than it says',
    () => woff(lao, { unpacked: (tag, length) => (tag === 'cmap' ? length - 40 : length) }),
    /whose size differs|invalid compression/,
  ],
  ['is WOFF that unpacks to 40 MB', () => woff(new Map([...lao, ['junk', zeros(40)]])), /more than 30 MB/],
  ['is WOFF of another length', () => Buffer.concat([woff(lao), zeros(1)]), /different length/],
  ['is WOFF2 that unpacks to 40 MB', () => woff2(new Map([...lao, ['junk', zeros(40)]])), /more than 30 MB/],
  ['is WOFF2 that hides 40 MB', () => woff2(lao, { stream: zeros(40) }), /larger than declared/],
  ['is WOFF2 that is smaller than it says', () => woff2(lao, { stream: Buffer.alloc(100) }), /smaller than declared/],
  ['is WOFF2 with 65,535 tables', () => woff2(lao, { count: 65_535 }), /has 65535 tables/],
  ['is WOFF2 of another length', () => woff2(lao, { length: 12 }), /different length/],
  ['is WOFF2 that says it has 4 GB', () => woff2(lao, { unpacked: 0xffff_ffff }), /more than 30 MB/],
  ['is WOFF2 cut short', () => packaged('inter-ui/web/Inter-Regular.woff2').subarray(0, 50_000), /different length/],
  [
    'is WOFF2 of noise',
    () => Buffer.from(packaged('inter-ui/web/Inter-Regular.woff2')).fill(7, 400),
    /cannot be unpacked/,
  ],
]
