import { expect, test } from 'vitest'
import { shownValue } from './shown-value.ts'

const format = { type: 'currency', currency: 'USD' } as const
const price = { id: 'fld_price', name: 'Price', kind: 'number', format } as const
const filling = { by: 'field', field: price, isFormatted: true, columns: null } as const
const cells = { fld_price: 12.5 }
const values = { price: '$12.50' }

test('shownValue() of a field that is formatted as in its table is what the picture shows', () => {
  expect(shownValue(filling, 'price', { cells, values })).toEqual({ value: '$12.50' })
  // As where the template compares it.
  expect(shownValue(filling, 'price', { cells, values: { price: 12.5 } })).toEqual({ value: 12.5 })
})

test('shownValue() formats the cell itself while there is no picture that shows it', () => {
  expect(shownValue(filling, 'price', { cells, values: undefined })).toEqual({ value: 12.5, format })
  expect(shownValue(filling, 'price', { cells, values: { title: 'Mug' } })).toEqual({ value: 12.5, format })
  expect(shownValue(filling, 'price', { cells: undefined, values: undefined })).toEqual({ value: undefined, format })
})

test('shownValue() of any other field is its cell, and of texts and linked rows what they became', () => {
  expect(shownValue({ ...filling, isFormatted: false }, 'price', { cells, values })).toEqual({ value: 12.5 })
  const rows = [{ Item: 'Mug' }]
  const linked = { ...filling, isFormatted: false, columns: ['item'] }
  expect(shownValue(linked, 'price', { cells, values: { price: rows } })).toEqual({ value: rows })
  expect(shownValue({ by: 'text' }, 'price', { cells, values })).toEqual({ value: '$12.50' })
  expect(shownValue({ by: 'nothing' }, 'price', { cells, values })).toEqual({ value: undefined })
})
