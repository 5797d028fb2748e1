import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTable } from './read-table.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const rowsOf = (text: string) => readTable(bytes(text), 'x.csv').rows

describe('readTable()', () => {
  test.each([
    ['commas', 'A,B\n1,"2;3"\n'],
    ['semicolons', 'A;B\n1;2;3\n'.replace('2;3', '"2;3"')],
    ['tabs', 'A\tB\n1\t2;3\n'],
    ['a byte order mark', '\uFEFFA,B\r\n1,"2;3"\r\n'],
    ['empty lines', '\nA,B\n\n1,"2;3"\n\n'],
  ])('reads %s', (_what, text) => {
    expect(rowsOf(text)).toEqual([{ number: 1, values: { A: '1', B: '2;3' } }])
  })

  test('reads UTF-16 as some spreadsheets write it', () => {
    const text = Buffer.from('\uFEFFÄ\tB\n1\t2\n', 'utf16le')
    expect(readTable(text, 'x').rows).toEqual([{ number: 1, values: { Ä: '1', B: '2' } }])
  })

  test('names the line of a row with too many or too few fields', () => {
    const problems = rowsOf('A,B\n"1\n2",3\n4\n5,6,7\n').map(({ problem }) => problem)
    expect(problems).toEqual([
      undefined,
      'line 4 has 1 fields, but the header has 2 (fields are missing)',
      'line 5 has 3 fields, but the header has 2 (put fields that contain the separator in quotation marks)',
    ])
  })

  test('gives back whatever was written with quotation marks', () => {
    const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`
    const cell = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1 }),
        fc.constantFrom(',', ';', '\t'),
        (records, delimiter) => {
          const lines = records.map((record) => record.map(quoted).join(delimiter))
          const { rows } = readTable(bytes(`${['A', 'B'].join(delimiter)}\n${lines.join('\n')}`), 'x')
          const filled = records.filter((record) => record.some((field) => field.trim() !== ''))
          expect(rows.map(({ values }) => [values.A, values.B])).toEqual(filled)
        },
      ),
    )
  })
})
