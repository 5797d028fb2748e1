import { expect, test } from 'vitest'
import { nextPlace, onlyAt, walked } from './selection.ts'

const space = { size: { rows: 10, columns: 4 }, page: 5, isRtl: false }
const at = (row: number, column: number) => onlyAt({ row, column })
const key = (name: string, { isCommand = false, isShift = false } = {}) => ({ key: name, isCommand, isShift })

test.each([
  ['ArrowDown', {}, { row: 3, column: 1 }],
  ['ArrowDown', { isCommand: true }, { row: 9, column: 1 }],
  ['ArrowLeft', { isCommand: true }, { row: 2, column: 0 }],
  ['PageDown', {}, { row: 7, column: 1 }],
  ['End', { isCommand: true }, { row: 9, column: 3 }],
  ['Home', {}, { row: 2, column: 0 }],
])('walked() by %s %o', (name, more, place) => {
  expect(walked(at(2, 1), key(name, more), space)).toEqual(onlyAt(place))
})

test('walked() goes by what is seen where columns stand from right to left', () => {
  expect(walked(at(2, 1), key('ArrowLeft'), { ...space, isRtl: true })).toEqual(at(2, 2))
  expect(walked(at(2, 1), key('ArrowRight', { isCommand: true }), { ...space, isRtl: true })).toEqual(at(2, 0))
})

test('walked() with Shift reaches from the active cell, and never into the header', () => {
  const reached = walked(
    { at: { row: 1, column: 1 }, to: { row: 0, column: 2 } },
    key('ArrowUp', { isShift: true }),
    space,
  )
  expect(reached).toEqual({ at: { row: 1, column: 1 }, to: { row: 0, column: 2 } })
})

test('walked() goes up into the header, and ignores other keys', () => {
  expect(walked(at(0, 1), key('ArrowUp'), space)).toEqual(at(-1, 1))
  expect(walked(at(0, 1), key('x'), space)).toBeNull()
})

test('nextPlace() goes on in the next row, and ends behind the last cell', () => {
  expect(nextPlace({ row: 0, column: 3 }, 1, space.size)).toEqual({ row: 1, column: 0 })
  expect(nextPlace({ row: 9, column: 3 }, 1, space.size)).toBeNull()
})
