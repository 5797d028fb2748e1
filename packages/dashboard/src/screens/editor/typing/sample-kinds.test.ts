import { expect, test } from 'vitest'
import { readRows } from '#dashboard/screens/editor/inspector/written-lists.ts'
import { areRows } from './sample-kinds.ts'

test('rows that are typed are applied only once they are rows', () => {
  const typed = (kind: 'rows' | 'text', text: string) => areRows(kind, readRows(text))
  expect(['[["A", 1], ["B"', '["A", 1]', '[]'].filter((text) => typed('text', text))).toEqual([])
  expect(['[["A", 1]]', 'A, 1', 'A'].filter((text) => !typed('text', text))).toEqual([])
  expect(typed('rows', '["A", 1]')).toBe(true)
  expect(typed('rows', '["A", 1')).toBe(false)
  expect(areRows('text', undefined)).toBe(true)
})
