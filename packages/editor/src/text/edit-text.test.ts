import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeStyle, replaceRange, TextError } from './edit-text.ts'
import { rangeOfLink, readTypedLink } from './link.ts'
import { readText } from './read-text.ts'
import { showText } from './shown-text.ts'
import { chipText, plainText, styleForTyping, wordsOfChips } from './styled-text.ts'
import { isOn, sizeBounds, sizeRatio, stylesOf, withMark, withToggle } from './text-style.ts'
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
    ['[b](bold link=https://a.example) c', [1, 1], 'x', '[[b](link=https://a.example)x](bold) c'],
    ['[ab](link=https://a.example) c', [1, 1], 'x', '[axb](link=https://a.example) c'],
    ['[b](link=https://a.example)', [0, 0], 'x', 'x[b](link=https://a.example)'],
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

  test('has no room for more fields than a text can have', () => {
    const full = read('{{A}}'.repeat(200))
    expect(() => replaceRange(full, { from: 0, to: 0 }, chipText('{{B}}'))).toThrow(TextError)
    expect(replaceRange(full, { from: 0, to: 0 }, wordsOfChips(chipText('{{B}}'))).plain).toMatch(/^\{\{B\}\}\ufffc/)
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

describe('a link', () => {
  test.each([
    ['https://example.com/a_(b)?c=d#e', 'https://example.com/a_(b)?c=d#e'],
    [' example.com ', 'https://example.com'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    ['ada@example.com', 'mailto:ada@example.com'],
    ['tel:+4420794600', 'tel:+4420794600'],
    ['javascript:alert(1)', undefined],
    ['file:///etc/passwd', undefined],
    ['two words.com', undefined],
    ['word', undefined],
    ['https://example.com/"', undefined],
    ['https://example.com/{{Path}}', undefined],
    ['', undefined],
  ])('%j is read as %j, which a text can have', (typed, link) => {
    expect(readTypedLink(typed)).toBe(link)
    if (link === undefined) return
    const linked = changeStyle(read('one two'), { from: 4, to: 7 }, (style) => withMark(style, 'link', link))
    expect(stylesOf(linked, { from: 4, to: 7 })).toEqual([{ link }])
    expect(changeStyle(linked, { from: 0, to: 7 }, (style) => withMark(style, 'link', undefined)).written).toBe(
      'one two',
    )
  })

  test('reaches over all of its words for a caret in it, and no farther than what is selected', () => {
    const text = read('a [b **c** d](link=https://a.example)[e](link=https://b.example) f')
    expect(text.plain).toBe('a b c de f')
    for (const at of [2, 4, 7]) expect(rangeOfLink(text, { from: at, to: at })).toEqual({ from: 2, to: 7 })
    expect(rangeOfLink(text, { from: 8, to: 8 })).toEqual({ from: 7, to: 8 })
    expect(rangeOfLink(text, { from: 10, to: 10 })).toEqual({ from: 10, to: 10 })
    expect(rangeOfLink(text, { from: 3, to: 4 })).toEqual({ from: 3, to: 4 })
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

describe('sizes of parts', () => {
  test.each([16, 33.3, 40, 2000])(
    'in a layer of %d px, each size within the bounds comes back as it was typed',
    (px) => {
      const { minimum, maximum } = sizeBounds(px)
      for (const typedPx of [minimum, px / 3, px * 1.7, 19.99 * px, maximum]) {
        const cents = Math.round(typedPx * 100)
        expect(Math.round((sizeRatio(typedPx, px) ?? 1) * px * 100)).toBe(cents)
      }
    },
  )

  test('a size beyond what marks can say is the nearest that they can, and that of the layer is none', () => {
    expect(sizeBounds(16)).toEqual({ minimum: 0.8, maximum: 320 })
    expect(sizeRatio(500, 16)).toBe(20)
    expect(sizeRatio(0.1, 16)).toBe(0.05)
    expect(sizeRatio(16, 16)).toBeUndefined()
  })
})
