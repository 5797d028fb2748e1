import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readerOfBytes } from '#renderer/font-files/byte-reader.ts'
import type { FontTables } from '#renderer/font-files/font-tables.ts'
import { openFont } from '#renderer/font-files/open-font.ts'
import { writeSfnt } from '#renderer/font-files/sfnt.ts'
import { bundledFaces } from './bundled.ts'
import type { FacePath } from './face.ts'
import type { ServedFace, ServedSlices } from './served-face.ts'

/** A file that pages ask for. */
export interface ServedFile {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

export interface ServedFonts {
  /** For `createBrowserRenderer({ fonts })`, as JSON. */
  readonly faces: readonly ServedFace[]
  /** What lies behind an address, by what follows `base` in it; undefined when there is no such file. */
  file(name: string): ServedFile | undefined
}

/** The fonts that come with the renderer, for pages: their addresses all begin with `base`. */
export function servedFonts(base: string): ServedFonts {
  const files = new Map<string, () => ServedFile>()

  function serve(name: string, read: () => ServedFile): string {
    files.set(name, read)
    return `${base}${name}`
  }

  function addresses({ path }: FacePath): { src: string; layoutSrc?: string } {
    const name = basename(path)
    const src = serve(name, () => ({ bytes: readFileSync(path), mediaType: mediaTypeOf(name) }))
    if (!name.endsWith('.woff2')) return { src }
    const read = () => ({ bytes: layoutTables(readFileSync(path)), mediaType: 'font/sfnt' })
    return { src, layoutSrc: serve(`${name}.layout`, read) }
  }

  const faces = bundledFaces().flatMap((face): ServedFace[] => {
    const { family, weight, weights, style } = face
    if ('path' in face) return [{ family, weight, style, isBundled: true, ...addresses(face) }]
    if (!('slices' in face) || !weights) return []
    const read = (): ServedFile => {
      const slices: ServedSlices = face.slices().map(({ ranges, ...file }) => {
        return { ...addresses(file), ranges: ranges.map(([first, last]) => [first, last]) }
      })
      return { bytes: new TextEncoder().encode(JSON.stringify(slices)), mediaType: 'application/json' }
    }
    const slicesSrc = serve(`${family.toLowerCase().replaceAll(' ', '-')}.json`, read)
    return [{ family, weights, isBundled: true, slicesSrc }]
  })
  // Slices are known by the list that names them, which another process may have served.
  const readSlices = () => {
    for (const face of faces) if ('slicesSrc' in face) files.get(face.slicesSrc.slice(base.length))?.()
  }
  return {
    faces,
    file(name) {
      if (!files.has(name)) readSlices()
      return files.get(name)?.()
    },
  }
}

/** The tables of a font file that decide where letters stand, unpacked: for browsers, which unpack WOFF2 only for themselves. */
export function layoutTables(bytes: Uint8Array): Uint8Array {
  const tables = openFont(readerOfBytes(bytes))
  return writeSfnt(
    tables.tags.flatMap((tag) => {
      const table = outlines.has(tag) ? undefined : (tables.table(tag) ?? unpackedWidths(tag, tables))
      return table ? [[tag, table] as const] : []
    }),
  )
}

/** WOFF2 leaves out of the widths what outlines tell again, the room before letters. Nobody asks for it here. */
function unpackedWidths(tag: string, tables: FontTables): DataView | undefined {
  const [packed, head, most] = [tables.changed(tag), tables.table('hhea'), tables.table('maxp')]
  if (tag !== 'hmtx' || !packed || !head || !most) return undefined
  const [widths, glyphs] = [head.getUint16(34), most.getUint16(4)]
  const table = new DataView(new ArrayBuffer(widths * 4 + Math.max(0, glyphs - widths) * 2))
  for (let at = 0; at < widths; at++) table.setUint16(at * 4, packed.getUint16(1 + at * 2))
  return table
}

const outlines = new Set([
  'glyf',
  'loca',
  'gvar',
  'CFF ',
  'CFF2',
  'CBDT',
  'CBLC',
  'SVG ',
  'sbix',
  'cvt ',
  'fpgm',
  'prep',
])

function mediaTypeOf(name: string): string {
  return name.endsWith('.woff2') ? 'font/woff2' : 'font/ttf'
}
