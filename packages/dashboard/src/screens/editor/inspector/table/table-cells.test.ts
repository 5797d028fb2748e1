import { expect, test } from 'vitest'
import { cellText, expressionProblem } from '#dashboard/screens/editor/inspector/grid/cell-text.ts'
import { gridCells, withTableBlock, withTableCell } from './table-cells.ts'

const filled = [
  ['Item', { bind: 'Price label' }],
  ['Tea', { expression: 'Price * 2', fallback: 0 }],
]

test('gridCells() takes plain values and what a record fills, and leaves other rows to be text', () => {
  expect(gridCells(filled)).toEqual(filled)
  expect(gridCells([['a'], [1, null]])).toEqual([
    ['a', ''],
    [1, null],
  ])
  expect([gridCells({ bind: 'Rows' }), gridCells([{ a: 1 }]), gridCells([[['a', 'b']]])]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('withTableCell() reads an expression, and keeps a cell that says the same', () => {
  expect(withTableCell(filled, { row: 1, column: 0 }, '= Name')).toEqual([
    filled[0],
    [{ expression: 'Name' }, filled[1]?.[1]],
  ])
  expect(withTableCell(filled, { row: 1, column: 1 }, '=Price * 2')[1]?.[1]).toBe(filled[1]?.[1])
  expect(withTableCell(filled, { row: 0, column: 1 }, 'Price')[0]).toEqual(['Item', 'Price'])
  // An equals sign alone begins none.
  expect(withTableCell(filled, { row: 0, column: 0 }, '=')[0]?.[0]).toBe('=')
})

test('withTableCell() keeps the fallback of what fills a cell, and the format of a name', () => {
  const bound = { bind: 'Price', format: { type: 'currency', currency: 'EUR' }, fallback: 'free' }
  const typed = (before: unknown, text: string) => withTableCell([[before]], { row: 0, column: 0 }, text)[0]?.[0]
  expect(typed(bound, '=[Unit price (net)]')).toEqual({ ...bound, bind: 'Unit price (net)' })
  expect(typed(bound, '=Price * 2')).toEqual({ expression: 'Price * 2', fallback: 'free' })
  expect(typed({ expression: 'Price * 2', fallback: 0 }, '=Price')).toEqual({ expression: 'Price', fallback: 0 })
  expect(typed(bound, 'Price')).toBe('Price')
})

test.each(['=> see', '= 5 apples', '=', "'=Price", ' =Price', "''=", '=Price'])(
  'a text %j is shown and typed with an apostrophe',
  (text) => {
    const shown = cellText(text)
    expect(shown).toBe(`'${text}`)
    expect(expressionProblem(shown)).toBeUndefined()
    expect(withTableCell([['']], { row: 0, column: 0 }, shown)).toEqual([[text]])
  },
)

test('an apostrophe anywhere else is a part of the text', () => {
  for (const text of ["'90s", "it's = 5", '5 = 5']) {
    expect(cellText(text)).toBe(text)
    expect(withTableCell([['']], { row: 0, column: 0 }, text)).toEqual([[text]])
  }
})

test('withTableBlock() keeps the cells around what is pasted', () => {
  expect(withTableBlock(filled, { row: 1, column: 1 }, [['=A', 'x'], ['7']])).toEqual([
    ['Item', { bind: 'Price label' }, ''],
    ['Tea', { expression: 'A' }, 'x'],
    ['', '7', ''],
  ])
})

test('withTableBlock() takes what is no expression as text', () => {
  expect(withTableBlock([['']], { row: 0, column: 0 }, [['=> see', "'=A", '=A +', '=A']])).toEqual([
    ['=> see', '=A', '=A +', { expression: 'A' }],
  ])
})
