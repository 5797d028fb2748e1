import { expect, test } from 'vitest'
import { cellWords } from './cell-value.ts'

test('cellWords() shows what has no format as people write it', () => {
  expect(cellWords('number', 1048.25)).toBe('1,048.25')
  expect(cellWords('text', '€48')).toBe('€48')
  expect(cellWords('date', '2026-01-30')).toBe('Jan 30, 2026')
})
