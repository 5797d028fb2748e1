import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Mark, parseMarkup, problemOfLinks } from './markup.ts'

const marked = (source: string) => parseMarkup(source).map(({ text, mark }) => ({ text, mark }))

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
    expect(marked(source)).toEqual(spans)
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
    expect(marked(source)).toEqual([{ text: source, mark: {} }])
  })

  test('makes the character after a backslash plain', () => {
    expect(marked('\\*a\\* \\[b\\](size=2) \\\\')).toEqual([{ text: '*a* [b](size=2) \\', mark: {} }])
  })

  const pieces = fc.array(
    fc.constantFrom('*', '**', '[', '](size=2)', '](bold)', ']', 'a', ' ', '字', '\n', '(', ')', '\\'),
  )

  test('knows where each character is written, in the order of the text', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const source = parts.join('')
        let last = -1
        for (const { text, sources } of parseMarkup(source)) {
          for (let at = 0; at < text.length; at++) {
            const from = sources.findLast((each) => each.at <= at)
            const written = (from?.from ?? Number.NaN) + at - (from?.at ?? Number.NaN)
            expect(source[written]).toBe(text[at])
            expect(written).toBeGreaterThan(last)
            last = written
          }
        }
      }),
    )
  })

  test('loses no text, whatever is written', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const source = parts.join('')
        const kept = parseMarkup(source)
          .map(({ text }) => text)
          .join('')
        const marks = /\\|\*|\[|\]\((size=2|bold)\)/g
        expect(kept.replace(marks, '')).toBe(source.replace(marks, ''))
      }),
    )
  })
})

describe('a link', () => {
  const link = 'https://example.com/a_(b)?q=1&r=%20#x'
  test.each<[string, { text: string; mark: Mark }[]]>([
    ['[x](link=https://example.com)', [{ text: 'x', mark: { link: 'https://example.com' } }]],
    [`[x](link="${link}")`, [{ text: 'x', mark: { link } }]],
    [
      '[x](color=#00f underline link=mailto:a@b.example strike)',
      [{ text: 'x', mark: { color: '#00f', underline: true, strike: true, link: 'mailto:a@b.example' } }],
    ],
    [
      `[a **b**](link=tel:+491234) c`,
      [
        { text: 'a ', mark: { link: 'tel:+491234' } },
        { text: 'b', mark: { link: 'tel:+491234', bold: true } },
        { text: ' c', mark: {} },
      ],
    ],
    [
      `[x](link=https://example.com/${'a'.repeat(900)})`,
      [{ text: 'x', mark: { link: `https://example.com/${'a'.repeat(900)}` } }],
    ],
    // What is no link, and what is written as text, stays as it is written.
    ...[
      '[x](link=)',
      '[x](link=javascript:alert)',
      '[x](link=data:text/html,x)',
      '[x](link=/a)',
      '[x](link="mailto:1 0 R")',
      '[x](https://example.com)',
    ].map((text): [string, { text: string; mark: Mark }[]] => [text, [{ text, mark: {} }]]),
    [String.raw`[x]\(link=https://example.com)`, [{ text: '[x](link=https://example.com)', mark: {} }]],
  ])('%s', (source, expected) => {
    expect(marked(source)).toEqual(expected)
  })

  test('that opens something else than a page, a mail or a call is named with its place', () => {
    expect(problemOfLinks('**a** [b](bold link=javascript:alert)')).toBe(
      'at character 21: "javascript:alert" is no URL that a link may open. Links begin with https://, http://, mailto: or tel: and have at most 1000 characters, and no spaces',
    )
    expect(problemOfLinks('[a](link=https://a.example) [b](link="file:///etc/passwd")')).toMatch(
      /^at character 38: "file:/,
    )
    expect(problemOfLinks('[b](link=JavaScript:alert)')).toMatch(/^at character 10/)
    expect(problemOfLinks('[b](link=java&#9;script:alert)')).toMatch(/^at character 10/)
  })

  test.each([
    '',
    'link=x',
    '[a](link={{URL}})',
    '[a](link="https://a.example/{{SKU | url}}")',
    String.raw`[a]\(link=x)`,
    '[a](link=https://a.example)',
  ])('%s is right', (text) => {
    expect(problemOfLinks(text)).toBeUndefined()
  })
})
