import { expect, test } from 'vitest'
import { isComposing } from './composing.ts'

test.each([
  ['while a text is composed', true, 13, true],
  ['in Safari, which has ended the composition', false, 229, true],
  ['otherwise', false, 13, false],
])('isComposing() tells whether Enter is for the input method: %s', (_, composing, keyCode, expected) => {
  expect(isComposing({ isComposing: composing, keyCode })).toBe(expected)
})
