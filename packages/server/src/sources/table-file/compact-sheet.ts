import { broken, invalid } from './grid.ts'

/** A sheet whose filled cells follow each other without gaps, and where each of them was. */
export interface CompactSheet {
  xml: Uint8Array
  /** Row of each filled cell, from 1, in the order of the sheet. */
  lines: number[]
  /** Column of each filled cell, from 1. */
  columns: number[]
  /** Style of each filled cell, as the workbook counts them. */
  styles: number[]
}

/** The limits of Excel: no program writes a cell outside. */
const MAX_ROW = 1_048_576
const MAX_COLUMN = 16_384

/** Filled cells in a row of the compact sheet. */
export const COMPACT_WIDTH = 100

/** `A`, `B` … `CV`. */
const letters = Array.from({ length: COMPACT_WIDTH }, (_, index) =>
  index < 26 ? String.fromCharCode(65 + index) : String.fromCharCode(64 + Math.floor(index / 26), 65 + (index % 26)),
)

function outside(place: string): Error {
  const shown = place.length > 40 ? `${place.slice(0, 40)}…` : place
  return invalid(
    `The workbook contains the cell "${shown}", but the last cell of a sheet is XFD1048576. Open the workbook in a spreadsheet program and save it again.`,
  )
}

/** Row and column of a reference such as `AB12`. */
function placeOf(reference: string): { line: number; column: number } {
  const [, column = '', line = ''] = /^([A-Za-z]+)(\d+)$/.exec(reference) ?? []
  if (line === '') throw broken()
  const number = column.length > 3 ? MAX_COLUMN + 1 : [...column.toUpperCase()].reduce(inBase26, 0)
  if (number > MAX_COLUMN || Number(line) < 1 || Number(line) > MAX_ROW) throw outside(reference)
  return { line: Number(line), column: number }
}

const inBase26 = (number: number, letter: string) => number * 26 + letter.charCodeAt(0) - 64

interface Attributes {
  r?: string
  s?: string
  t?: string
}

const attribute = /\s([rst])\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function attributesOf(tag: string): Attributes {
  const attributes: Attributes = {}
  attribute.lastIndex = 0
  for (let found = attribute.exec(tag); found !== null; found = attribute.exec(tag)) {
    const [, name, double, single] = found
    const value = double ?? single ?? ''
    if (name === 'r') attributes.r = value
    else if (name === 's') attributes.s = value
    else attributes.t = value
  }
  return attributes
}

/** Where `text` ends that begins at or behind `from`. */
function endOf(xml: string, text: string, from: number): number {
  const at = xml.indexOf(text, from)
  if (at < 0) throw broken()
  return at + text.length
}

interface Tag {
  at: number
  end: number
  /** Such as `x:`, or empty. */
  prefix: string
  name: string
  isEmpty: boolean
}

const tagName = /<([\w.-]{1,40}:)?([\w.-]{1,40})/y

/** The next element that opens; closing ones, comments and literal text are passed over. */
function nextTag(xml: string, from: number): Tag | null {
  for (let at = xml.indexOf('<', from); at >= 0; at = xml.indexOf('<', at)) {
    if (xml.startsWith('<!--', at)) at = endOf(xml, '-->', at)
    else if (xml.startsWith('<![CDATA[', at)) at = endOf(xml, ']]>', at)
    else if (xml[at + 1] === '/' || xml[at + 1] === '?') at = endOf(xml, '>', at)
    else {
      const end = endOf(xml, '>', at)
      tagName.lastIndex = at
      const [, prefix = '', name = ''] = tagName.exec(xml) ?? []
      return { at, end, prefix, name, isEmpty: xml[end - 2] === '/' }
    }
  }
  return null
}

/** Follows the rows and cells of a sheet, each behind the one before. */
function createCursor() {
  let [line, column, isNamed] = [0, 0, false]
  return {
    enterRow(tag: string) {
      const { r } = attributesOf(tag)
      const next = r === undefined ? line + 1 : Number(r)
      if (next > MAX_ROW) throw outside(`row ${r ?? next}`)
      if (!Number.isInteger(next) || next <= line) throw broken()
      line = next
      column = 0
      isNamed = r !== undefined
    },
    enterCell(reference: string | undefined) {
      const next = reference === undefined ? { line, column: column + 1 } : placeOf(reference)
      if (!isNamed && column === 0 && next.line > line) line = next.line
      if (next.line !== line || next.column <= column) throw broken()
      if (next.column > MAX_COLUMN) throw outside(`column ${next.column}`)
      column = next.column
      return next
    },
  }
}

/** A cell with an error is told apart from an empty one: as a text, which `tableOf` empties and counts. */
const shownType = (type: string) => (type === 'e' ? 'str' : type)

/** Kept as text until there are this many: text takes more memory than its bytes. */
const PIECES_AT_ONCE = 10_000

/** Writes filled cells one behind the other, in rows of one width, below a first row with the key. */
function createWriter(prefix: string, key: number) {
  const written: Uint8Array[] = []
  let pieces = [`<${prefix}row r="1"><${prefix}c r="A1"><${prefix}v>${key}</${prefix}v></${prefix}c>`]
  let count = 0
  return {
    add({ prefix: ofCell }: Tag, { s, t }: Attributes, content: string) {
      const [row, place] = [Math.floor(count / COMPACT_WIDTH) + 2, count % COMPACT_WIDTH]
      if (place === 0) pieces.push(`</${prefix}row><${prefix}row r="${row}">`)
      const style = s === undefined ? '' : ` s="${s}"`
      const type = t === undefined ? '' : ` t="${shownType(t)}"`
      pieces.push(`<${ofCell}c r="${letters[place]}${row}"${style}${type}>`, content)
      count++
      if (pieces.length < PIECES_AT_ONCE) return
      written.push(Buffer.from(pieces.join('')))
      pieces = []
    },
    end: () => [...written, Buffer.from(`${pieces.join('')}</${prefix}row>`)],
  }
}

/**
 * Moves the filled cells of a sheet together, so that reading it takes memory for these alone, wherever they are. Its first
 * cell is the key by which it is found again. @throws AppError for a cell that Excel does not have
 */
export function compactSheet(xml: string, key: number): CompactSheet {
  const [lines, columns, styles]: [number[], number[], number[]] = [[], [], []]
  let data = nextTag(xml, 0)
  while (data !== null && data.name !== 'sheetData') data = nextTag(xml, data.end)
  if (data === null || data.isEmpty) return { xml: Buffer.from(xml), lines, columns, styles }
  const tailAt = xml.lastIndexOf(`</${data.prefix}sheetData`)
  const [writer, cursor] = [createWriter(data.prefix, key), createCursor()]
  for (let tag = nextTag(xml, data.end); tag !== null && tag.at < tailAt; ) {
    const text = xml.slice(tag.at, tag.end)
    let past = tag.end
    if (tag.name === 'row') cursor.enterRow(text)
    if (tag.name === 'c') {
      const attributes = attributesOf(text)
      const { line, column } = cursor.enterCell(attributes.r)
      if (!tag.isEmpty) {
        past = endOf(xml, `</${tag.prefix}c>`, tag.end)
        writer.add(tag, attributes, xml.slice(tag.end, past))
        lines.push(line)
        columns.push(column)
        styles.push(Number(attributes.s ?? 0))
      }
    }
    tag = nextTag(xml, past)
  }
  const [head, tail] = [Buffer.from(xml.slice(0, data.end)), Buffer.from(xml.slice(tailAt))]
  return { xml: Buffer.concat([head, ...writer.end(), tail]), lines, columns, styles }
}
