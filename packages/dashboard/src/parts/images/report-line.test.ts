import { expect, test } from 'vitest'
import { reportLine } from './report-line.ts'

test.each([
  ['layer "Price": the text is cut off', 'Price', 'The text is cut off'],
  ['the image in layer "Photo" returned 404', 'Photo', 'Returned 404'],
  ['layer "Price": text: "€4" is not a number', 'Price', 'Text: "€4" is not a number'],
  ['the page has no layers', null, 'The page has no layers'],
  ['', null, ''],
])('reportLine() of %s', (text, layer, words) => {
  expect(reportLine(text)).toEqual({ layer, words })
})
