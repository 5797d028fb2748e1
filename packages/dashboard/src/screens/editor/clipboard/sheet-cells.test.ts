import { expect, test } from 'vitest'
import { sheetCells } from './sheet-cells.ts'

const cellsOf = (text: string) => sheetCells({ text, html: '' })

test.each([
  [
    'Item\tPrice\nTea\t4.50',
    [
      ['Item', 'Price'],
      ['Tea', '4.50'],
    ],
  ],
  ['One\ttwo\tthree', [['One', 'two', 'three']]],
  // Excel ends the last line; a cell with a line break has quotation marks, and one at the end may be empty.
  [
    'Item\tNote\r\nTea\t"hot,\nor ""iced"""\r\nCake\t\r\n',
    [
      ['Item', 'Note'],
      ['Tea', 'hot,\nor "iced"'],
      ['Cake', ''],
    ],
  ],
])('%j is copied from a spreadsheet', (text, cells) => {
  expect(cellsOf(text)).toEqual(cells)
})

test.each([
  'Summer sale\nuntil Sunday',
  'one, two\nthree, four',
  '\ta = 1\n\tb = 2',
  'if (a) {\n\tb()\n}',
  'Name:\tAda\nBorn:\t1815\tLondon',
  '\t',
  '',
])('%j is no table', (text) => {
  expect(cellsOf(text)).toBeUndefined()
})

const sheet = (rows: number, row: string) => Array.from({ length: rows }, () => row).join('\n')

test('sheetCells() has what is too large for a table layer, and by how much', () => {
  const columns = (count: number) => Array.from({ length: count }, () => 'x').join('\t')
  expect(cellsOf(sheet(2, columns(50)))).toHaveLength(2)
  expect(cellsOf(sheet(2, columns(51)))).toEqual({ of: 'columns', count: 51 })
  expect(cellsOf(sheet(10_000, 'a\tb'))).toHaveLength(10_000)
  expect(cellsOf(sheet(10_001, 'a\tb'))).toEqual({ of: 'rows', count: 10_001 })
  expect(cellsOf(`a\t${'b'.repeat(10_000)}`)).toHaveLength(1)
  expect(cellsOf(`a\t${'b'.repeat(10_001)}`)).toEqual({ of: 'characters', count: 10_001 })
})
