import { type CsvRow, createCsvReader, takeDelimiter } from '@pictable/renderer/csv'
import { createRowCheck } from '#sources/table-file/csv-format.ts'
import { refuseForeignFile } from '#sources/table-file/foreign-file.ts'
import { invalid } from '#sources/table-file/grid.ts'
import type { FileRows } from './file-rows.ts'
import { openText } from './open-text.ts'
import type { TextReading } from './reading.ts'

/** So much is looked at to tell what parts the cells. */
const startLength = 65_536

/** The text again, its first pieces as one of some length. */
async function* withStart(text: AsyncGenerator<string>): AsyncGenerator<string> {
  let start = ''
  let hasStarted = false
  for await (const piece of text) {
    if (hasStarted) yield piece
    else {
      start += piece
      hasStarted = start.length >= startLength
      if (hasStarted) yield start
    }
  }
  if (!hasStarted) yield start
}

interface Names {
  names: string[]
  used: number[]
}

function namesOf(cells: readonly string[], line: number): Names {
  const names = cells.map((name) => name.trim())
  names.forEach((name, index) => {
    const earlier = name === '' ? index : names.indexOf(name)
    if (earlier < index)
      throw invalid(
        `Line ${line}: columns ${earlier + 1} and ${index + 1} are both called "${name}". Rename one of them.`,
      )
  })
  return { names, used: names.flatMap((name, index) => (name === '' ? [] : [index])) }
}

function valuesOf({ names, used }: Names, { cells, line }: { cells: readonly string[]; line: number }) {
  const nameless = cells.findIndex((cell, index) => cell !== '' && names[index] === '')
  if (nameless >= 0)
    throw invalid(
      `Line ${line}: column ${nameless + 1} contains a value, but the first line has no name for it. Add a name to the first line.`,
    )
  return Object.fromEntries(used.map((index) => [names[index] ?? '', cells[index] ?? '']))
}

/** Between tabs, few programs put texts in quotes: one inside of a cell is what it is. */
function withoutQuoteFlaw({ flaw, ...row }: CsvRow): CsvRow {
  return flaw === undefined || flaw === 'quote-inside' ? row : { ...row, flaw }
}

async function* rowsOf(text: AsyncGenerator<string>, given: string | undefined): ReturnType<FileRows> {
  const first = await text.next()
  const { text: start, delimiter: found } = takeDelimiter(first.done === true ? '' : first.value)
  const delimiter = given ?? found
  const reader = createCsvReader(delimiter)
  async function* rows() {
    yield* reader.read(start)
    for await (const piece of text) yield* reader.read(piece)
    yield* reader.end()
  }
  const check = createRowCheck()
  let header: Names | undefined
  for await (const row of rows()) {
    check(delimiter === '\t' ? withoutQuoteFlaw(row) : row)
    if (header === undefined) header = namesOf(row.cells, row.line)
    else yield { line: row.line, values: valuesOf(header, row) }
  }
  if (header === undefined) throw invalid('The file is empty: its first line must name the columns.')
}

/** `createCsvRows()` reads CSV as it streams in. By default, the text tells what is between its cells. */
export function createCsvRows({ delimiter, ...reading }: Partial<TextReading> & { delimiter?: string } = {}): FileRows {
  return async function* (path, signal) {
    const text = withStart(openText(path, { ...reading, signal, check: refuseForeignFile }))
    try {
      yield* rowsOf(text, delimiter)
    } finally {
      // The file stays open where reading ends before the loop over the text begins.
      await text.return(undefined)
    }
  }
}
