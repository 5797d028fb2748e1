import { describe, expect, test } from 'vitest'
import { changeStyle, replaceRange } from './edit-text.ts'
import { readText } from './read-text.ts'
import { showText } from './shown-text.ts'
import { plainText } from './styled-text.ts'
import { typedChange } from './typed-change.ts'

const read = (written: string) => readText(written, { markup: true })
describe('typing', () => {
  // What looks at all of the text at each of its characters takes minutes.
  test.each([
    ['words', 'word **bold** words\n'],
    ['marks of one letter', '**a** b '],
    ['one word', 'a'],
    ['brackets', '['],
    ['stars', '* '],
    ['braces', '{ '],
    ['backslashes', '\\'],
  ])('takes a key, and a style for all of it, in 100,000 characters of %s', (_what, part) => {
    const text = read(`${part.repeat(100_000 / part.length)}${'{{A}}'.repeat(200)}`)
    const { plain } = text
    const middle = 40_000
    const typed = typedChange(plain, `${plain.slice(0, middle)}x${plain.slice(middle)}`, middle + 1)
    if (!typed) throw new Error('nothing was typed')
    const from = process.cpuUsage().user
    const edited = replaceRange(text, typed.range, plainText(typed.inserted))
    showText(edited, () => 'value')
    changeStyle(edited, { from: 0, to: edited.plain.length }, (style) => ({ ...style, underline: true }))
    expect(process.cpuUsage().user - from).toBeLessThan(10_000_000)
    expect(edited.plain.length).toBe(plain.length + 1)
  })
})
