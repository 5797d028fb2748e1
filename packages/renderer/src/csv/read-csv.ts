import { takeDelimiter } from './delimiter.ts'

export { takeDelimiter } from './delimiter.ts'

/**
 * quote-inside: a quotation mark stands in the middle of a cell, which then is as it was written. quote-open: one is
 * opened and never closed, so that the cell goes on to the end of the text.
 */
export type CsvFlaw = 'quote-inside' | 'quote-open'

export interface CsvRow {
  /** The line of the text in which it begins; the first is 1. */
  readonly line: number
  readonly lastLine: number
  readonly cells: string[]
  readonly flaw?: CsvFlaw
}

/** Reads text that comes in pieces. Rows of nothing but blanks are left out. */
export interface CsvReader {
  /** The rows that are whole by now. */
  read(piece: string): Iterable<CsvRow>
  /** What is left. */
  end(): Iterable<CsvRow>
}

/** Reads CSV as spreadsheets write it, with any line ends. */
export function createCsvReader(delimiter: string): CsvReader {
  const plain = new RegExp(`[^${delimiter.replace(/[\\\]^-]/, '\\$&')}\r\n]*`, 'y')
  let text = ''
  let line = 1
  let wantedLength = 0
  function* take(isWhole: boolean): Generator<CsvRow> {
    let from = 0
    for (;;) {
      const row = readRow({ text, from, delimiter, plain, isWhole })
      if (!row) break
      const lastLine = line + row.breaks
      const { cells, flaw } = row
      const rowLine = line
      from = row.end
      line = lastLine + 1
      if (cells.some((cell) => cell.trim() !== '')) yield { line: rowLine, lastLine, cells, ...(flaw && { flaw }) }
    }
    text = text.slice(from)
    // A row that goes on and on is not read again with every piece.
    wantedLength = from === 0 ? text.length * 2 : 0
  }
  return {
    read(piece) {
      text += piece
      return text.length < wantedLength ? [] : take(false)
    },
    end: () => take(true),
  }
}

/** The rows of a whole text, whatever separates its cells: comma, semicolon, tab or bar. */
export function readCsv(given: string): CsvRow[] {
  const { text, delimiter } = takeDelimiter(given)
  const reader = createCsvReader(delimiter)
  return [...reader.read(text), ...reader.end()]
}

interface Reading {
  readonly text: string
  readonly from: number
  readonly delimiter: string
  /** Matches what needs no quotation marks. */
  readonly plain: RegExp
  /** Nothing comes behind the text. */
  readonly isWhole: boolean
}

interface Read {
  readonly cells: string[]
  readonly end: number
  /** Line breaks in cells. */
  readonly breaks: number
  readonly flaw: CsvFlaw | undefined
}

/** Undefined when there is none, or it may go on behind the text. */
function readRow(reading: Reading): Read | undefined {
  const { text, delimiter, isWhole } = reading
  const cells: string[] = []
  let breaks = 0
  let flaw: CsvFlaw | undefined
  let at = reading.from
  if (at >= text.length) return undefined
  for (;;) {
    const cell = readCell(reading, at)
    cells.push(cell.content)
    breaks += cell.breaks
    flaw ??= cell.flaw
    at = cell.end
    const next = text[at]
    const mayGoOn = next === undefined || (next === '\r' && at + 1 === text.length)
    if (mayGoOn && !isWhole) return undefined
    at++
    if (next === delimiter) continue
    if (next === '\r' && text[at] === '\n') at++
    return { cells, end: at, breaks, flaw }
  }
}

interface Cell {
  readonly content: string
  readonly end: number
  readonly breaks: number
  readonly flaw?: CsvFlaw
}

function readCell({ text, plain, delimiter }: Reading, from: number): Cell {
  const plainEnd = (at: number) => {
    plain.lastIndex = at
    return at + (plain.exec(text)?.[0].length ?? 0)
  }
  if (text[from] !== '"') {
    const end = plainEnd(from)
    const content = text.slice(from, end)
    return { content, end, breaks: 0, ...(content.includes('"') && { flaw: 'quote-inside' }) }
  }
  const close = closeOf(text, from)
  if (close < 0) {
    const content = text.slice(from + 1)
    return {
      content,
      end: text.length,
      breaks: breaksIn(content.replace(/(?<![\r\n])[\r\n]+$/, '')),
      flaw: 'quote-open',
    }
  }
  const behind = text[close + 1]
  const raw = text.slice(from + 1, close)
  if (behind === undefined || behind === delimiter || behind === '\n' || behind === '\r') {
    return { content: raw.includes('"') ? raw.replaceAll('""', '"') : raw, end: close + 1, breaks: breaksIn(raw) }
  }
  const end = plainEnd(close + 1)
  return { content: text.slice(from, end), end, breaks: breaksIn(raw), flaw: 'quote-inside' }
}

/** Where the quotation mark stands that closes the one at `open`; -1 without one. */
function closeOf(text: string, open: number): number {
  let close = text.indexOf('"', open + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  return close
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}
