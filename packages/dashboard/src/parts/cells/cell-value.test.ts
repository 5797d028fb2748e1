import { expect, test } from 'vitest'
import { cellWords } from './cell-value.ts'

test('cellWords() shows an amount in the currency of its field', () => {
  const euros = { type: 'currency', currency: 'EUR' } as const
  expect(cellWords({ kind: 'number', format: euros }, 1039.5)).toBe('€1,039.50')
  expect(cellWords({ kind: 'number', format: { ...euros, minimumDigits: 0, maximumDigits: 0 } }, 48)).toBe('€48')
  expect(cellWords({ kind: 'number' }, 48)).toBe('48')
  expect(cellWords({ kind: 'text', format: null }, '€48')).toBe('€48')
})
