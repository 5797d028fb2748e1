import { crc32, inflateRawSync } from 'node:zlib'
import { type CompactSheet, compactSheet } from './compact-sheet.ts'
import { broken, invalid, saveAgain } from './grid.ts'
import { readPatterns } from './workbook-styles.ts'

/** One file inside an archive, as its directory at the end tells. */
interface Entry {
  name: string
  /** 0 = stored, 8 = deflated. */
  method: number
  isEncrypted: boolean
  packedBytes: number
  bytes: number
  offset: number
}

/** A repeated row packs 200 times and more, honestly: so what comes out is bounded, not the ratio. */
const mostUnpackedBytes = 200_000_000
const mostEntries = 10_000

const endMark = 0x06054b50
const directoryMark = 0x02014b50
const entryMark = 0x04034b50
const endLength = 22
const longestComment = 0xffff

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endLength - longestComment)
  for (let at = view.byteLength - endLength; at >= lowest; at--) if (view.getUint32(at, true) === endMark) return at
  throw broken()
}

/** Writers that do not know the sizes beforehand put them behind the name, as 64 bit numbers. */
function longSizes(view: DataView, from: number, to: number): bigint[] {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    const count = Math.floor(view.getUint16(at + 2, true) / 8)
    return Array.from({ length: count }, (_, index) => view.getBigUint64(at + 4 + index * 8, true))
  }
  return []
}

function readEntry(bytes: Uint8Array, at: number): Entry & { past: number } {
  const view = viewOf(bytes)
  if (view.getUint32(at, true) !== directoryMark) throw broken()
  const nameEnd = at + 46 + view.getUint16(at + 28, true)
  const extraEnd = nameEnd + view.getUint16(at + 30, true)
  const long = longSizes(view, nameEnd, extraEnd)
  const size = (place: number) => {
    const short = view.getUint32(at + place, true)
    return short === 0xffffffff ? Number(long.shift() ?? 0n) : short
  }
  // in the order in which the long ones stand
  const unpacked = size(24)
  const packedBytes = size(20)
  return {
    name: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)),
    method: view.getUint16(at + 10, true),
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    packedBytes,
    bytes: unpacked,
    offset: size(42),
    past: extraEnd + view.getUint16(at + 32, true),
  }
}

function readDirectory(bytes: Uint8Array): Entry[] {
  const view = viewOf(bytes)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > mostEntries) throw invalid(`The workbook contains more than ${mostEntries} files. ${saveAgain}`)
  const entries: Entry[] = []
  for (let at = view.getUint32(end + 16, true); entries.length < count; ) {
    const { past, ...entry } = readEntry(bytes, at)
    entries.push(entry)
    at = past
  }
  return entries
}

/** What else comes as an archive, and what to do about it. */
const foreign: readonly { holds: RegExp; message: string }[] = [
  { holds: /^xl\/workbook\.bin$/, message: 'This is a binary workbook (.xlsb).' },
  { holds: /^word\//, message: 'This is a Word document, not a workbook.' },
  { holds: /^ppt\//, message: 'This is a presentation, not a workbook.' },
  { holds: /^Index\/|^Index\.zip$/, message: 'This is a Numbers document. In Numbers, choose File, Export To, Excel.' },
  { holds: /^content\.xml$/, message: 'This is an OpenDocument spreadsheet (.ods).' },
]

function refuseForeign(names: readonly string[]): void {
  if (names.includes(WORKBOOK)) return
  const known = foreign.find(({ holds }) => names.some((name) => holds.test(name)))
  throw invalid(`${known?.message ?? 'This is an archive, not a workbook.'} ${saveAgain}`)
}

function unpack(archive: Uint8Array, entry: Entry): Uint8Array {
  const view = viewOf(archive)
  if (view.getUint32(entry.offset, true) !== entryMark) throw broken()
  const from = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
  const packed = archive.subarray(from, from + entry.packedBytes)
  if (entry.method === 0) return packed
  if (entry.method !== 8) throw broken()
  // one byte more than it says is an error, not a larger buffer
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.bytes) })
}

const documentType = Buffer.from('<!DOCTYPE')

function contentOf(archive: Uint8Array, entry: Entry): Uint8Array {
  const xml = unpack(archive, entry)
  if (Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).includes(documentType))
    throw invalid(`The workbook declares XML entities, which no spreadsheet program writes. ${saveAgain}`)
  return xml
}

const properties = /<(?:\w+:)?workbookPr\b[^<>]*>/

const epochOf = (xml: string): Epoch =>
  /\bdate1904\s*=\s*["']\s*(?:1|true)\b/.test(properties.exec(xml)?.[0] ?? '') ? 1904 : 1900

/** The reader of cells knows `1`, and not `true`. */
const withPlainEpoch = (xml: string) =>
  xml.replace(properties, (tag) => tag.replace(/\bdate1904\s*=\s*(["'])\s*true\s*\1/, 'date1904="1"'))

/** The content of a file, sheets compacted; each of these is added to the list, whose places are their keys. */
function compactContentOf(archive: Uint8Array, entry: Entry, sheets: Places[]) {
  const content = contentOf(archive, entry)
  if (entry.name === WORKBOOK) return Buffer.from(withPlainEpoch(new TextDecoder().decode(content)))
  if (!entry.name.startsWith('xl/worksheets/')) return content
  const { xml, ...places } = compactSheet(new TextDecoder().decode(content), sheets.length)
  sheets.push(places)
  return xml
}

/** Header of a stored file: the same fields stand in front of it and in the directory. */
function fixedFields(name: Uint8Array, content: Uint8Array): Uint8Array {
  const fields = new DataView(new ArrayBuffer(26))
  fields.setUint16(0, 20, true)
  fields.setUint32(10, crc32(content), true)
  fields.setUint32(14, content.length, true)
  fields.setUint32(18, content.length, true)
  fields.setUint16(22, name.length, true)
  return new Uint8Array(fields.buffer)
}

function numbers(count: number, values: Readonly<Record<number, number>>): Uint8Array {
  const view = new DataView(new ArrayBuffer(count))
  for (const [at, value] of Object.entries(values)) view.setUint32(Number(at), value, true)
  return new Uint8Array(view.buffer)
}

/** An archive of the given files, not packed. */
function store(files: readonly { name: string; content: Uint8Array }[]): Uint8Array {
  const bodies: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name: text, content } of files) {
    const name = new TextEncoder().encode(text)
    const fields = fixedFields(name, content)
    const body = [numbers(4, { 0: entryMark }), fields, name, content]
    directory.push(numbers(6, { 0: directoryMark }), fields, numbers(14, { 10: offset }), name)
    bodies.push(...body)
    offset += 30 + name.length + content.length
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = numbers(endLength, { 0: endMark, 12: length, 16: offset })
  const view = new DataView(end.buffer)
  view.setUint16(8, files.length, true)
  view.setUint16(10, files.length, true)
  return Buffer.concat([...bodies, ...directory, end])
}

/** Where the cells of a sheet were, and how they are shown. */
export type Places = Omit<CompactSheet, 'xml'>

/** The year from which a workbook counts days. The first programs for the Macintosh counted them from 1904. */
export type Epoch = 1900 | 1904

export interface Repacked {
  /** The workbook of the parts that hold its cells: unpacked, vetted and of a known size. */
  workbook: Uint8Array
  /** Its table of contents alone, which is enough to learn the names of the sheets. */
  contents: Uint8Array
  /** Where the cells of each sheet were: by the key in its first cell. */
  sheets: readonly Places[]
  /** How a style shows numbers, such as `#,##0.00`, by its number; empty where it does not say. */
  patterns: readonly string[]
  epoch: Epoch
}

const WORKBOOK = 'xl/workbook.xml'
const isContents = /^(\[Content_Types\]\.xml|xl\/workbook\.xml|xl\/_rels\/workbook\.xml\.rels)$/
const isWanted = /^xl\/(sharedStrings|styles|worksheets\/[^/]+)\.xml$/i

/**
 * Unpacks a workbook under bounds and packs it anew, so that its reader meets only what was vetted: sizes that are true,
 * no encryption, no entities, nothing but the parts that hold cells. @throws AppError `invalid_request` in words
 */
export function repackWorkbook(archive: Uint8Array): Repacked {
  try {
    const entries = readDirectory(archive)
    refuseForeign(entries.map(({ name }) => name))
    const wanted = entries.filter(({ name }) => isContents.test(name) || isWanted.test(name))
    if (wanted.some(({ isEncrypted }) => isEncrypted)) {
      throw invalid('The workbook is protected by a password. Remove the password, or save the sheet as CSV.')
    }
    const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total > mostUnpackedBytes) {
      const cure = 'Save the sheet as CSV, or split it.'
      throw invalid(`The unpacked workbook is larger than ${mostUnpackedBytes / 1_000_000} MB. ${cure}`)
    }
    const sheets: Places[] = []
    const files = wanted.map((entry) => ({ name: entry.name, content: compactContentOf(archive, entry, sheets) }))
    const textOf = (file: string) => new TextDecoder().decode(files.find(({ name }) => name === file)?.content)
    return {
      workbook: store(files),
      contents: store(files.filter(({ name }) => isContents.test(name))),
      sheets,
      patterns: readPatterns(textOf('xl/styles.xml')),
      epoch: epochOf(textOf(WORKBOOK)),
    }
  } catch (error) {
    // zlib and DataView say in numbers what people need not know
    throw error instanceof RangeError || (error instanceof Error && 'code' in error && error.name !== 'AppError')
      ? broken(error)
      : error
  }
}
