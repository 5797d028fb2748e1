import { describe, expect, test } from 'vitest'
import { cellText } from '#dashboard/screens/editor/inspector/grid/cell-text.ts'
import { readBlock, readNumber } from '#dashboard/screens/editor/inspector/grid/read-block.ts'
import { chartLists, MAX_ENTRIES, withBlock, withCell, withRows, writtenLists } from './data-rows.ts'

describe('the data of a chart', () => {
  test('has as many names as values, of lists and of texts', () => {
    expect(chartLists(['A'], [1, 2])).toEqual({ labels: ['A', null], values: [1, 2] })
    expect(chartLists('A, B; C', '1 2')).toEqual({ labels: ['A', 'B', 'C'], values: ['1', '2', null] })
    expect(chartLists(undefined, '')).toEqual({ labels: [], values: [] })
  })

  test('shows what a record fills as an expression, and keeps it until it is changed', () => {
    const bound = { bind: 'Price (net)', fallback: 1 }
    const lists = chartLists(['A', { expression: 'Name | upper' }], [bound, 2])
    expect(lists.labels.map(cellText)).toEqual(['A', '=Name | upper'])
    expect(cellText(bound)).toBe('=[Price (net)]')
    expect(withCell(lists, { row: 0, column: 1 }, '=[Price (net)]')).toBe(lists)
    expect(withCell(lists, { row: 0, column: 1 }, '= Stock * 2').values[0]).toEqual({
      expression: 'Stock * 2',
      fallback: 1,
    })
    expect(withCell(lists, { row: 0, column: 0 }, "'=A").labels[0]).toBe('=A')
    expect(withCell(lists, { row: 0, column: 1 }, '').values[0]).toBeNull()
    expect(withCell(lists, { row: 0, column: 1 }, 'a lot').values[0]).toBe('a lot')
    expect(withCell(lists, { row: 0, column: 0 }, '=').labels[0]).toBe('=')
  })

  test('takes a block of a spreadsheet, without its titles, and grows as it needs', () => {
    const empty = chartLists([], [])
    const block = readBlock('Month\tSales\r\nJan\t1,234.50\r\n"Feb, 2"\t€ 12\r\n')
    const pasted = withBlock(empty, { row: 0, column: 0 }, block)
    expect(pasted).toEqual({ labels: ['Jan', 'Feb, 2'], values: [1234.5, 12] })
    expect(withBlock(pasted, { row: 1, column: 1 }, readBlock('7\n8\n9')).values).toEqual([1234.5, 7, 8, 9])
    expect(withBlock(empty, { row: 0, column: 0 }, readBlock('A\nB\n')).labels).toEqual(['A', 'B'])
    const many = withBlock(
      empty,
      { row: 0, column: 1 },
      Array.from({ length: 500 }, () => ['1']),
    )
    expect(many.values).toHaveLength(MAX_ENTRIES)
  })

  test('leaves names out that are all empty', () => {
    const lists = chartLists(['A', 'B'], [1, 2])
    expect(writtenLists(withRows(lists, (list) => list.toSpliced(0, 1)))).toEqual({ labels: ['B'], values: [2] })
    expect(writtenLists(chartLists([], [1]))).toEqual({ labels: undefined, values: [1] })
  })
})

test.each([
  ['12', 12],
  ['-3.5', -3.5],
  ['1,234', 1234],
  ['1,5', 1.5],
  ['1.234,50', 1234.5],
  ['1.234.567', 1_234_567],
  ["CHF 1'200", undefined],
  ['$ 1 200.50', 1200.5],
  ['45 %', 45],
  ['−7', -7],
  ['', undefined],
  ['a lot', undefined],
  ['1.2.3,4,5', undefined],
])('readNumber(%j) is %s', (text, number) => {
  expect(readNumber(text)).toBe(number)
})

test('readBlock() takes a line without tabs as text', () => {
  expect(readBlock('one, two')).toEqual([['one, two']])
  expect(readBlock('a;b\nc;d')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})
