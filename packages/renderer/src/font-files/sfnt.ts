import { bytesOf } from './byte-reader.ts'

/** Puts tables together to a TTF or OTF file. Checksums are left out: nothing that reads tables looks at them. */
export function writeSfnt(tables: readonly (readonly [tag: string, table: DataView])[]): Uint8Array {
  const directory = 12 + tables.length * 16
  const padded = (length: number) => (length + 3) & ~3
  const file = new Uint8Array(tables.reduce((sum, [, table]) => sum + padded(table.byteLength), directory))
  const view = new DataView(file.buffer)
  const power = 2 ** Math.floor(Math.log2(Math.max(1, tables.length)))
  view.setUint32(0, tables.some(([tag]) => tag === 'CFF ' || tag === 'CFF2') ? 0x4f54544f : 0x00010000)
  view.setUint16(4, tables.length)
  view.setUint16(6, power * 16)
  view.setUint16(8, Math.log2(power))
  view.setUint16(10, (tables.length - power) * 16)
  let offset = directory
  const sorted = tables.toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [index, [tag, table]] of sorted.entries()) {
    const at = 12 + index * 16
    for (const [place, letter] of [...tag].entries()) file[at + place] = letter.charCodeAt(0)
    view.setUint32(at + 8, offset)
    view.setUint32(at + 12, table.byteLength)
    file.set(bytesOf(table), offset)
    offset += padded(table.byteLength)
  }
  return file
}
