import { readBound } from '@pictable/renderer/read-bound'
import { expect, test } from 'vitest'
import { resultOfChip } from './fill-chip.ts'
import { writtenWords } from './written-words.ts'

const records = [
  { Stock: 0, Sold: false, Name: '', 'Price (net)': '' },
  { Stock: 3, Sold: true, Name: '**Pot** {{Stock}}', 'Price (net)': 5.5 },
  {},
]

test.each([
  { expression: 'Stock > 0', fallback: 'Sold out' },
  { expression: 'Sold', fallback: 'unknown' },
  { expression: 'Stock', fallback: -1 },
  { expression: 'Name', fallback: false },
  { expression: "Name || 'none'", fallback: 'never' },
  { bind: 'Name' },
  { bind: 'Stock' },
  { bind: 'Sold', fallback: 'unknown' },
  { bind: 'Name', fallback: "Writer's name" },
  { bind: 'Price (net)', fallback: 0 },
])('the text that %j fills shows the same with its expression between braces', (text) => {
  const written = writtenWords(text) ?? ''
  const shown = records.map((values) => resultOfChip(written, { values, locale: 'en' }))
  const bound = records.map((values) => readBound(text, { values, locale: 'en' })?.value)
  expect(shown).toEqual(bound.map((each) => (each === undefined || each === '' ? undefined : String(each))))
})

test.each([{ bind: ['Name', 'Stock'] }, { bind: 'Stock', format: { type: 'number' } }])(
  'the text that %j fills has no chip',
  (text) => expect(writtenWords(text)).toBeUndefined(),
)
