import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeStyle, replaceRange } from './edit-text.ts'
import { readText } from './read-text.ts'
import { showText } from './shown-text.ts'
import { chipText, plainText, styleForTyping } from './styled-text.ts'
import { isOn, stylesOf, withToggle } from './text-style.ts'
import { cleanText, typedChange } from './typed-change.ts'

const read = (written: string) => readText(written, { markup: true })
const upright = { weight: 400, italic: false }

/** Types at a place as the letters there look. */
function typed(written: string, [from, to]: readonly [number, number], words: string): string {
  const text = read(written)
  return replaceRange(text, { from, to }, plainText(words, styleForTyping(text, { from, to }))).written
}

const bold = (written: string, [from, to]: readonly [number, number], on = true) =>
  changeStyle(read(written), { from, to }, (style) => withToggle(style, { toggle: 'bold', base: upright, on })).written

describe('typing', () => {
  test.each([
    ['', [0, 0], 'a', 'a'],
    ['a **b** c', [3, 3], 'x', 'a **bx** c'],
    ['a **b** c', [2, 2], 'x', 'a x**b** c'],
    ['**b**', [0, 0], 'x', '**xb**'],
    ['**b**', [1, 1], ' ', '[b ](bold)'],
    ['[b ](bold)', [2, 2], 'c', '**b c**'],
    ['a **b** c', [2, 3], '', 'a  c'],
    ['a **b** c', [0, 5], '', ''],
    ['**b**', [0, 1], 'new', '**new**'],
    ['2*3', [3, 3], '*4', '2*3\\*4'],
    ['5 ', [2, 2], '[x](bold)', '5 \\[x\\](bold)'],
    ['{', [1, 1], '{', '\\{{'],
    ['a{{Price}}b', [1, 1], '{', 'a{{"{"}}{{Price}}b'],
    ['a{{Price}}b', [1, 2], '', 'ab'],
    ['[red](color=#f00) {{ Price }}\r\n', [6, 6], '!', '[red](color=#f00) {{ Price }}\r\n!'],
  ] as const)('%s at %s: %s', (written, place, words, result) => {
    expect(typed(written, place, words)).toBe(result)
  })

  test('puts a field where the caret is, in the style that is there', () => {
    const chip = chipText('{{Price}}', { bold: true })
    // Stars would be shown where a value is empty.
    expect(replaceRange(read('a **b** c'), { from: 3, to: 3 }, chip).written).toBe('a [b{{Price}}](bold) c')
  })

  test('leaves marks alone in a text without them', () => {
    const text = readText('*a* {{Price}}', { markup: false })
    expect(text.plain).toBe('*a* \ufffc')
    expect(replaceRange(text, { from: 3, to: 3 }, plainText('*')).written).toBe('*a** {{Price}}')
  })

  test('is fast in a long text', () => {
    const text = read(`${'word **bold** words\\n'.repeat(2000)}{{Price}}`)
    const started = performance.now()
    replaceRange(text, { from: 10_000, to: 10_000 }, plainText('x'))
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('a style', () => {
  test('is put on a part, and taken away', () => {
    expect(bold('one two', [4, 7])).toBe('one **two**')
    expect(bold('one two', [3, 7])).toBe('one[ two](bold)')
    expect(bold('one **two**', [4, 7], false)).toBe('one two')
    expect(bold('**one** two', [3, 7])).toBe('**one two**')
    expect(bold('**one two**', [3, 4], false)).toBe('**one** **two**')
    expect(bold('a [red b](color=#f00) c', [2, 5])).toBe('a [**red** b](color=#f00) c')
  })

  test('is the opposite of what the layer has', () => {
    const heavy = { weight: 800, italic: false }
    expect(isOn({}, 'bold', heavy)).toBe(true)
    expect(withToggle({}, { toggle: 'bold', base: heavy, on: false })).toEqual({ weight: 400 })
    expect(withToggle({ weight: 400 }, { toggle: 'bold', base: heavy, on: true })).toEqual({})
  })

  test('is known for what is selected and for what is typed next', () => {
    const text = read('a **b**\n*c*')
    expect(stylesOf(text, { from: 0, to: 5 })).toEqual([{}, { bold: true }, { italic: true }])
    expect(styleForTyping(text, { from: 3, to: 3 })).toEqual({ bold: true })
    expect(styleForTyping(text, { from: 4, to: 4 })).toEqual({ italic: true })
  })
})

describe('showText()', () => {
  test('is what is drawn, and finds each place again', () => {
    const text = read('\\*a **{{A}}**{{B}} \\{{ {{"{"}}{{A}}\r\nz')
    const shown = showText(text, (source) => (source === '{{A}}' ? 'value' : ''))
    expect(shown.shown).toBe('\\*a **value** {{ {value\r\nz')
    for (let at = 0; at <= text.plain.length; at++) {
      // An empty chip begins where it ends.
      const isEmpty = text.chips.get(at - 1) === '{{B}}'
      expect(shown.plainAt(shown.shownAt(at))).toBe(isEmpty ? at - 1 : at)
    }
  })
})

describe('typedChange()', () => {
  test.each([
    ['abc', 'abXc', 3, [2, 2], 'X'],
    ['aaa', 'aaaa', 2, [1, 1], 'a'],
    ['aaa', 'aa', 1, [1, 2], ''],
    ['one two', 'one 2', 5, [4, 7], '2'],
    ['abc', '', 0, [0, 3], ''],
  ] as const)('%s to %s with the caret at %s', (before, after, caret, [from, to], inserted) => {
    expect(typedChange(before, after, caret)).toEqual({ range: { from, to }, inserted })
  })

  test('leads from one text to the other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (before, after, place) => {
        const change = typedChange(before, after, place % (after.length + 1))
        const { range, inserted } = change ?? { range: { from: 0, to: 0 }, inserted: '' }
        expect(before.slice(0, range.from) + inserted + before.slice(range.to)).toBe(after)
      }),
    )
  })

  test('takes text from elsewhere as plain text', () => {
    expect(cleanText('a\r\nb\u2028c\0\ufffc\td\ud800')).toBe('a\nb\nc\td\ufffd')
  })
})
