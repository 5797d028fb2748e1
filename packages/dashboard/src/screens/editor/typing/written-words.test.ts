import { readBound } from '@pictable/renderer/read-bound'
import { expect, test } from 'vitest'
import { resultOfChip } from './fill-chip.ts'
import { writtenWords } from './written-words.ts'

const records = [{ Stock: 0, Sold: false, Name: '' }, { Stock: 3, Sold: true, Name: 'Pot' }, {}]

test.each([
  { expression: 'Stock > 0', fallback: 'Sold out' },
  { expression: 'Sold', fallback: 'unknown' },
  { expression: 'Stock', fallback: -1 },
  { expression: 'Name', fallback: false },
  { expression: "Name || 'none'", fallback: 'never' },
])('the text that $expression fills shows the same with its expression between braces', (text) => {
  const written = writtenWords(text) ?? ''
  const shown = records.map((values) => resultOfChip(written, { values, locale: 'en' }))
  expect(shown).toEqual(records.map((values) => String(readBound(text, { values, locale: 'en' })?.value)))
})
