import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCsvReader, readCsv, takeDelimiter } from './read-csv.ts'

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)

describe('readCsv()', () => {
  test('tells the lines of a row, those in its cells included', () => {
    expect(readCsv('A,B\r\n\r\n"1\n2\r\n3",4\r5,6')).toEqual([
      { line: 1, lastLine: 1, cells: ['A', 'B'] },
      { line: 3, lastLine: 5, cells: ['1\n2\r\n3', '4'] },
      { line: 6, lastLine: 6, cells: ['5', '6'] },
    ])
  })

  test('keeps a quotation mark in the middle of a cell, and says so', () => {
    expect(readCsv('A,B\n5" screen,"x"y\n')[1]).toMatchObject({ cells: ['5" screen', '"x"y'], flaw: 'quote-inside' })
  })

  test('goes to the end of the text when a quotation mark is never closed', () => {
    const [, row] = readCsv('A,B\n1,"2\n3,4\n')
    expect(row).toEqual({ line: 2, lastLine: 3, cells: ['1', '2\n3,4\n'], flaw: 'quote-open' })
  })

  test('ends with an empty cell where the separator is the last sign', () => {
    expect(cellsOf('A,B\n1,')).toEqual([
      ['A', 'B'],
      ['1', ''],
    ])
  })
})

describe('createCsvReader()', () => {
  const pieces = fc.array(
    fc.string({ unit: fc.constantFrom('a', '"', '""', ',', '\n', '\r', '\r\n', ' '), maxLength: 9 }),
  )

  test('reads the same from pieces as from the whole', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const { text, delimiter } = takeDelimiter(parts.join(''))
        const whole = createCsvReader(delimiter)
        const reader = createCsvReader(delimiter)
        const cuts = text === parts.join('') ? parts : [text]
        const rows = [...cuts.flatMap((part) => [...reader.read(part)]), ...reader.end()]
        expect(rows).toEqual([...whole.read(text), ...whole.end()])
      }),
      { numRuns: 500 },
    )
  })
})
