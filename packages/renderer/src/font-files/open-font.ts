import { inflateSync } from 'node:zlib'
import { type ByteReader, bytesOf, viewOf } from './byte-reader.ts'
import { FontError } from './font-error.ts'
import { type FontTables, tagAt } from './font-tables.ts'
import { openSfnt, tablesAt } from './open-sfnt.ts'
import { readWoffPlaces } from './woff.ts'
import { readWoff2 } from './woff2.ts'

/** Reads the directory of a TTF, OTF, WOFF or WOFF2 file. Throws a FontError when it lies. */
export function openFont(file: ByteReader): FontTables {
  if (file.length < 4) throw new FontError('is empty or truncated')
  const signature = tagAt(file.read(0, 4), 0)
  switch (signature) {
    case '\0\x01\0\0':
    case 'OTTO':
    case 'true':
      return openSfnt(file)
    case 'wOFF':
      return openWoff(file)
    case 'wOF2':
      return readWoff2(file)
    case 'ttcf':
      throw new FontError('is a collection; use a separate file for each font')
    default:
      throw new FontError('is not TTF, OTF, WOFF or WOFF2')
  }
}

function openWoff(file: ByteReader): FontTables {
  return tablesAt(readWoffPlaces(file), ({ tag, offset, length, unpacked }) => {
    const packed = file.read(offset, length)
    if (length === unpacked) return packed
    const bytes = unpack(tag, () => inflateSync(bytesOf(packed), { maxOutputLength: unpacked }))
    if (bytes.length !== unpacked) throw new FontError(`has a table "${tag}" whose size differs from its declaration`)
    return viewOf(bytes)
  })
}

function unpack(tag: string, run: () => Uint8Array): Uint8Array {
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError) throw new FontError(`has a table "${tag}" whose size differs from its declaration`)
    throw new FontError(`has a table "${tag}" that cannot be unpacked`)
  }
}
