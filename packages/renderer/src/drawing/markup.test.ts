import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkup } from './markup.ts'

describe('parseMarkup()', () => {
  test.each([
    ['plain', [{ text: 'plain', mark: {} }]],
    [
      'a **b** c',
      [
        { text: 'a ', mark: {} },
        { text: 'b', mark: { bold: true } },
        { text: ' c', mark: {} },
      ],
    ],
    ['*i*', [{ text: 'i', mark: { italic: true } }]],
    ['***both***', [{ text: 'both', mark: { bold: true, italic: true } }]],
    [
      '**b *bi***',
      [
        { text: 'b ', mark: { bold: true } },
        { text: 'bi', mark: { bold: true, italic: true } },
      ],
    ],
    [
      '*i **ib***',
      [
        { text: 'i ', mark: { italic: true } },
        { text: 'ib', mark: { italic: true, bold: true } },
      ],
    ],
    [
      'un**believ**able',
      [
        { text: 'un', mark: {} },
        { text: 'believ', mark: { bold: true } },
        { text: 'able', mark: {} },
      ],
    ],
    [
      'これは*太字*です',
      [
        { text: 'これは', mark: {} },
        { text: '太字', mark: { italic: true } },
        { text: 'です', mark: {} },
      ],
    ],
    ['[x](color=#f00 size=1.5)', [{ text: 'x', mark: { color: '#f00', size: 1.5 } }]],
    [
      '[a [b](size=2)](size=2)',
      [
        { text: 'a ', mark: { size: 2 } },
        { text: 'b', mark: { size: 4 } },
      ],
    ],
    ['[x](font="Noto Serif" underline)', [{ text: 'x', mark: { font: 'Noto Serif', underline: true } }]],
    [
      '[x](weight=600 highlight=yellow strike)',
      [{ text: 'x', mark: { weight: 600, highlight: 'yellow', strike: true } }],
    ],
  ])('reads %s', (source, spans) => {
    expect(parseMarkup(source)).toEqual(spans)
  })

  test.each([
    '2*3*4',
    '5 * 4 * 3',
    '**open',
    '*open',
    'a ** b ** c',
    '[words]',
    '[words](https://example.com)',
    '[words](color=reddish)',
    '[words](size=100)',
    '[words]()',
    '](color=red)',
    '***',
    'back\\slash',
    'f(x)',
  ])('leaves %s as it is', (source) => {
    expect(parseMarkup(source)).toEqual([{ text: source, mark: {} }])
  })

  test('makes the character after a backslash plain', () => {
    expect(parseMarkup('\\*a\\* \\[b\\](size=2) \\\\')).toEqual([{ text: '*a* [b](size=2) \\', mark: {} }])
  })

  test('loses no text, whatever is written', () => {
    const pieces = fc.array(
      fc.constantFrom('*', '**', '[', '](size=2)', '](bold)', ']', 'a', ' ', '字', '\n', '(', ')'),
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const source = parts.join('')
        const kept = parseMarkup(source)
          .map(({ text }) => text)
          .join('')
        const marks = /\*|\[|\]\((size=2|bold)\)/g
        expect(kept.replace(marks, '')).toBe(source.replace(marks, ''))
      }),
    )
  })

  test('takes time in proportion to the length', () => {
    const spans = parseMarkup('[*a '.repeat(100_000))
    expect(spans.map(({ text }) => text).join('')).toHaveLength(400_000)
  })
})
