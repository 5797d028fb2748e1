import type { ByteReader } from './byte-reader.ts'
import { FontError } from './font-error.ts'
import { checkCount, checkTags, checkUnpacked, type FontTables, tagAt } from './font-tables.ts'

/** Where a table of a font lies in its file. */
export interface Place {
  readonly tag: string
  readonly offset: number
  readonly length: number
  /** Length once it is unpacked. */
  readonly unpacked: number
}

/** Reads the directory of a TTF or OTF file. Throws a FontError when it lies. */
export function openSfnt(file: ByteReader): FontTables {
  const count = file.read(4, 2).getUint16(0)
  checkCount(count)
  const directory = file.read(12, count * 16)
  const places = Array.from({ length: count }, (_, index): Place => {
    const length = directory.getUint32(index * 16 + 12)
    return {
      tag: tagAt(directory, index * 16),
      offset: directory.getUint32(index * 16 + 8),
      length,
      unpacked: length,
    }
  })
  checkPlaces(places, { file, first: 12 + count * 16 })
  return tablesAt(places, ({ offset, length }) => file.read(offset, length))
}

/** Refuses tables that lie outside of the file or over each other. */
export function checkPlaces(
  places: readonly Place[],
  { file, first }: { readonly file: ByteReader; readonly first: number },
): void {
  checkTags(places.map(({ tag }) => tag))
  checkUnpacked(places.reduce((sum, { unpacked }) => sum + unpacked, 0))
  let end = first
  for (const { tag, offset, length } of places.toSorted((a, b) => a.offset - b.offset)) {
    if (offset + length > file.length)
      throw new FontError(`is truncated: the table "${tag}" ends after the end of the file`)
    if (length > 0 && offset < end) throw new FontError(`has a table "${tag}" that overlaps another one`)
    end = Math.max(end, offset + length)
  }
}

/** Tables that are read when they are asked for. */
export function tablesAt(places: readonly Place[], read: (place: Place) => DataView): FontTables {
  const byTag = new Map(places.map((place) => [place.tag, place]))
  const known = new Map<string, DataView>()
  return {
    tags: [...byTag.keys()],
    table(tag) {
      const place = byTag.get(tag)
      const table = known.get(tag) ?? (place && read(place))
      if (table) known.set(tag, table)
      return table
    },
    changed: () => undefined,
  }
}
