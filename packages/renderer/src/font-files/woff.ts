import type { ByteReader } from './byte-reader.ts'
import { FontError } from './font-error.ts'
import { checkCount, tagAt } from './font-tables.ts'
import { checkPlaces, type Place } from './open-sfnt.ts'

/** Reads the directory of a WOFF file. Throws a FontError when it lies. */
export function readWoffPlaces(file: ByteReader): Place[] {
  const header = file.read(0, 44)
  const count = header.getUint16(12)
  checkCount(count)
  if (header.getUint32(8) !== file.length) throw new FontError('has a different length than it declares')
  const directory = file.read(44, count * 20)
  const places = Array.from({ length: count }, (_, index): Place => {
    const at = index * 20
    return {
      tag: tagAt(directory, at),
      offset: directory.getUint32(at + 4),
      length: directory.getUint32(at + 8),
      unpacked: directory.getUint32(at + 12),
    }
  })
  if (places.some(({ length, unpacked }) => length > unpacked)) throw new FontError('has invalid compression')
  checkPlaces(places, { file, first: 44 + count * 20 })
  return places
}
