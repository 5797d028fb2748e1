import { expect, test } from 'vitest'
import { parseTemplate, variablesOf } from './template.ts'

test('variablesOf() says which values a text shows as they are given', () => {
  const box = { width: 9, height: 9 }
  const price = { bind: 'Bound', format: { type: 'currency', currency: 'EUR' } }
  const layers = [
    { type: 'text', name: 'Written', ...box, text: 'From {{Price}}, was {{Before | number}}, {{Note || "none"}}' },
    {
      type: 'text',
      name: 'Plain',
      ...box,
      text: { bind: 'Date' },
      visible: { when: { value: 'Date', notEmpty: true } },
    },
    { type: 'text', name: 'Formatted', ...box, text: price },
    { type: 'qr-code', name: 'Code', ...box, value: '{{Sku}}' },
    { type: 'text', name: 'Sized', ...box, text: 'x', fontSize: { bind: 'Size' } },
  ]
  const uses = variablesOf(parseTemplate({ schema: 1, width: 9, height: 9, layers }))
  expect(uses.filter(({ isPlain }) => isPlain).map(({ name }) => name)).toEqual(['Price', 'Note', 'Date'])
  expect(uses.filter(({ name }) => name === 'Date').map(({ isPlain }) => isPlain)).toEqual([true, false])
})
