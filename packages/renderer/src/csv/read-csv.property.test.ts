import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCsvReader, readCsv } from './read-csv.ts'

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)

describe('readCsv() beside csv-parse', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', '\r\n', ' '), maxLength: 8 })
  const quoted = (content: string) => (/[",;\t\r\n]/.test(content) ? `"${content.replaceAll('"', '""')}"` : content)

  test('reads what spreadsheets write as csv-parse does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('A', 'é'), cell, cell), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        (rows, delimiter, lineEnd) => {
          const text = [['Name', 'First', 'Second'], ...rows]
            .map((row) => row.map(quoted).join(delimiter))
            .join(lineEnd)
          expect(cellsOf(text)).toEqual(parse(text, { delimiter }))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('createCsvReader()', () => {
  test('does not read a row without end anew with every piece', () => {
    const reader = createCsvReader(',')
    const piece = 'x'.repeat(10_000)
    const rows = [
      ...reader.read('"'),
      ...Array.from({ length: 2000 }, () => [...reader.read(piece)]).flat(),
      ...reader.end(),
    ]
    expect(rows.map(({ cells, flaw }) => [cells[0]?.length, flaw])).toEqual([[20_000_000, 'quote-open']])
  })
})
