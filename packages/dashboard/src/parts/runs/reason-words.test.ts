import { expect, test } from 'vitest'
import { reasonWords } from './reason-words.ts'

const why = 'the image in field Photo is incomplete (image_truncated)'
const whyAlone = 'The image in field Photo is incomplete'

test.each([
  [`Record row_1 "Enamel Teapot": ${why}`, whyAlone],
  [`Record row_1: ${why}`, whyAlone],
  ['The table was deleted.', 'The table was deleted.'],
])('reasonWords() of %s', (message, words) => {
  expect(reasonWords({ reason: { code: 'image_truncated', message } })).toBe(words)
})
