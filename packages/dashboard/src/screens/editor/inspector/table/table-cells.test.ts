import { expect, test } from 'vitest'
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

test('withTableBlock() keeps the cells around what is pasted', () => {
  expect(withTableBlock(filled, { row: 1, column: 1 }, [['=A', 'x'], ['7']])).toEqual([
    ['Item', { bind: 'Price label' }, ''],
    ['Tea', { expression: 'A' }, 'x'],
    ['', '7', ''],
  ])
})
