import { describe, expect, test } from 'vitest'
import { box, layout, lineText, lineTexts, measurer, span, style } from './layout.test-kit.ts'
import { layoutText } from './layout.ts'
import type { TextAlign } from './types.ts'

// At 10 px a letter is 5 px wide: a box of 100 px holds 20 letters a line.
describe('layoutText() breaks', () => {
  test('lines between words, and lets the spaces at their end hang', () => {
    const { lines, bounds } = layout('the quick brown fox   jumps over')
    expect(lines.map(lineText)).toEqual(['the quick brown fox', 'jumps over'])
    expect(lines.map(({ widthPx }) => widthPx)).toEqual([95, 50])
    expect(bounds).toEqual({ x: 0, y: 0, width: 95, height: 20 })
  })

  test('no line that fits exactly', () => {
    expect(lineTexts(layout('0.1 0.2 0.3', { widthPx: 55 }))).toEqual(['0.1 0.2 0.3'])
    expect(lineTexts(layout('a b c', { widthPx: 0.1 + 0.2, fontSizePx: 0.12 }))).toEqual(['a b c'])
  })

  test('at every kind of mandatory break', () => {
    const text = 'a\nb\r\nc\rd\u2028e\u2029f\u0085g\vh\fi'
    expect(lineTexts(layout(text))).toEqual([...'abcdefghi'])
  })

  test('nothing after a break at the end, but keeps empty lines', () => {
    expect(lineTexts(layout('a\n\nb\n'))).toEqual(['a', '', 'b'])
  })

  test('a word wider than the box at graphemes', () => {
    expect(lineTexts(layout('a incomprehensibilities', { widthPx: 50 }))).toEqual([
      'a',
      'incomprehe',
      'nsibilitie',
      's',
    ])
    expect(lineTexts(layout('👨‍👩‍👧‍👦👨‍👩‍👧‍👦e\u0301e\u0301', { widthPx: 8 }))).toEqual([
      '👨‍👩‍👧‍👦',
      '👨‍👩‍👧‍👦',
      'e\u0301',
      'e\u0301',
    ])
  })

  test('anywhere or nowhere when told so', () => {
    expect(lineTexts(layout('over the moon', { widthPx: 30, wrap: 'anywhere' }))).toEqual(['over t', 'he moo', 'n'])
    const unbroken = layout('over the moon', { widthPx: 30, wrap: 'none' })
    expect(lineTexts(unbroken)).toEqual(['over the moon'])
    expect(unbroken.overflows).toBe(true)
  })

  test('at a soft hyphen, which shows only there', () => {
    const broken = layout('auto\u00admobil\u00adclub', { widthPx: 50 })
    expect(lineTexts(broken)).toEqual(['automobil-', 'club'])
    expect(broken.lines[0]?.widthPx).toBe(50)
    expect(lineTexts(layout('auto\u00admobil\u00adclub', { widthPx: 49 }))).toEqual(['auto-', 'mobilclub'])
    expect(lineTexts(layout('auto\u00admobil'))).toEqual(['automobil'])
  })

  test('not at a no-break space', () => {
    expect(lineTexts(layout('about 10\u00a0km', { widthPx: 45 }))).toEqual(['about', '10\u00a0km'])
  })

  test('Japanese without a line that starts with closing punctuation', () => {
    const lines = lineTexts(layout('「これは長い文章です。」と彼は言った。', { widthPx: 45 }))
    expect(lines.length).toBe(4)
    for (const line of lines) expect(line).not.toMatch(/^[。」、っ]|「$/)
  })

  test('Thai between words', () => {
    expect(lineTexts(layout('สวัสดีครับผมชื่อสมชาย', { widthPx: 40 }))).toEqual(['สวัสดีครับ', 'ผมชื่อ', 'สมชาย'])
  })

  test('no word where only its style changes', () => {
    const bold = { ...style, weight: 700 }
    const lines = lineTexts(layout([span('half of the ex'), span('traordinary', { style: bold })], { widthPx: 80 }))
    expect(lines).toEqual(['half of the', 'ex|traordinary'])
  })

  test('no text into no lines', () => {
    for (const spans of [[], [span('')]]) {
      const empty = layout(spans, { align: 'center', verticalAlign: 'middle', fit: { mode: 'grow' } })
      expect(empty.lines).toEqual([])
      expect(empty.bounds).toEqual({ x: 50, y: 50, width: 0, height: 0 })
      expect(empty.heightPx).toBe(100)
    }
  })
})

describe('layoutText() orders', () => {
  test('Hebrew with English and numbers from right to left', () => {
    const { lines } = layout('שלום hello עולם 42!')
    expect(lines.map(lineText)).toEqual(['<!|42|< עולם |hello|<שלום '])
    expect(lines[0]?.xPx).toBe(5)
  })

  test('each line on its own', () => {
    expect(lineTexts(layout('abc אבג דהו xyz', { widthPx: 35, direction: 'ltr' }))).toEqual(['abc |<אבג', '<דהו| xyz'])
  })

  test('Arabic with numbers', () => {
    expect(lineTexts(layout('السعر 150 ريال'))).toEqual(['< ريال|150|<السعر '])
  })

  test('each paragraph by its first strong character, lines of one paragraph alike', () => {
    const { lines } = layout('1. אב\nab\u2028אב\n12')
    expect(lines.map(({ xPx }) => xPx)).toEqual([75, 0, 0, 0])
  })

  test('by the direction asked for', () => {
    expect(lineTexts(layout('ab (c)!', { direction: 'rtl' }))).toEqual(['<!|ab (c)'])
  })

  test('spans inside text from right to left', () => {
    const spans = [span('אב '), span('גד', { sizeRatio: 2 }), span(' הו')]
    expect(layout(spans).lines[0]?.runs.map(({ spanIndex, xPx, fontSizePx }) => [spanIndex, xPx, fontSizePx])).toEqual([
      [2, 50, 10],
      [1, 65, 20],
      [0, 85, 10],
    ])
  })
})

describe('layoutText() aligns', () => {
  const cases: [align: TextAlign, latin: number, hebrew: number][] = [
    ['left', 0, 0],
    ['right', 90, 90],
    ['center', 45, 45],
    ['start', 0, 90],
    ['end', 90, 0],
    ['justify', 0, 90],
  ]
  test.each(cases)('%s', (align, latin, hebrew) => {
    expect(layout('ab\nאב', { align }).lines.map(({ xPx }) => xPx)).toEqual([latin, hebrew])
  })

  test('top, middle and bottom, also of text taller than the box', () => {
    const baselines = (verticalAlign: 'top' | 'middle' | 'bottom', heightPx: number) =>
      layout('a\nb', { verticalAlign, heightPx }).lines.map(({ baselineYPx }) => baselineYPx)
    expect(baselines('top', 50)).toEqual([8, 18])
    expect(baselines('middle', 50)).toEqual([23, 33])
    expect(baselines('bottom', 50)).toEqual([38, 48])
    expect(baselines('middle', 10)).toEqual([3, 13])
  })

  test('justified lines by their spaces, except the last of a paragraph', () => {
    const { lines } = layout('one two three four five\nsix', { align: 'justify', widthPx: 70 })
    expect(lines.map(({ widthPx }) => widthPx)).toEqual([70, 45, 15])
    expect(lines[0]?.runs.map(({ text, xPx, widthPx }) => [text, xPx, widthPx])).toEqual([
      ['one', 0, 15],
      [' ', 15, 7.5],
      ['two', 22.5, 15],
      [' ', 37.5, 7.5],
      ['three', 45, 25],
    ])
    expect(lines[1]?.runs.map(({ text }) => text)).toEqual(['four five'])
  })

  test('justified lines between the letters of Chinese and Japanese, and of words beside them', () => {
    const { lines } = layout('日本語のabc文章です。', { align: 'justify', widthPx: 66 })
    expect(lines[0]?.widthPx).toBeCloseTo(66)
    const drawn = lines[0]?.runs.map(({ text, xPx, letterSpacingPx }) => {
      return [text, Math.round(xPx * 100), Math.round(letterSpacingPx * 100)]
    })
    expect(drawn).toEqual([
      ['日本語の', 0, 20],
      ['abc', 4080, 0],
      ['文', 5600, 20],
    ])
  })

  test('spans of different size on one baseline, the line as tall as the tallest', () => {
    const { lines } = layout([span('a'), span('B', { sizeRatio: 3 }), span('\nc')], { lineHeight: 1.5 })
    expect(lines[0]?.ascentPx).toBeCloseTo(31.5)
    expect(lines[0]?.descentPx).toBeCloseTo(13.5)
    expect(lines[0]?.runs.map(({ baselineYPx }) => baselineYPx)).toEqual([lines[0]?.ascentPx, lines[0]?.ascentPx])
    expect(lines[1]?.baselineYPx).toBeCloseTo(45 + 10.5)
  })

  test('letters and words as far apart as their style says', () => {
    const spaced = { ...style, letterSpacing: 0.1, wordSpacing: 1 }
    const { lines } = layout([span('ab c', { style: spaced })])
    expect(lines[0]?.widthPx).toBe(34)
    expect(lines[0]?.runs.map(({ text, xPx, letterSpacingPx }) => [text, xPx, letterSpacingPx])).toEqual([
      ['ab', 0, 1],
      [' ', 12, 1],
      ['c', 28, 1],
    ])
  })

  test.each([1, 2])('spaced letters with their marks as wide as they are fitted, at %d times the size', (sizeRatio) => {
    const spaced = { ...style, letterSpacing: 0.1 }
    const { lines } = layout([span('e\u0301  e\u0301e\u0301', { style: spaced, sizeRatio })], { widthPx: 60 })
    expect(lines[0]?.widthPx).toBeCloseTo(30 * sizeRatio)
    expect(lines[0]?.runs.map(({ text, xPx }) => [text, Math.round(xPx * 10) / 10])).toEqual([
      ['e\u0301', 0],
      ['  e\u0301', 8 * sizeRatio],
      ['e\u0301', 24 * sizeRatio],
    ])
  })

  test.each(['\u00ad', '\u200b', '\u200f', '\u2060'])(
    'spaced letters with no room for %j, which is not drawn',
    (sign) => {
      const spaced = { ...style, letterSpacing: 0.1 }
      const runsOf = (text: string) => {
        const { lines } = layout([span(text, { style: spaced })])
        return lines[0]?.runs.map(({ text, start, end }) => [text, start, end])
      }
      expect(runsOf(`سلا${sign}م`)).toEqual([['سلام', 0, 5]])
      if (sign !== '\u200f') expect(runsOf(`e${sign}\u0301`)).toEqual([['e\u0301', 0, 3]])
    },
  )

  test('balanced lines about equally long, without adding lines', () => {
    const text = 'one two three four five six'
    expect(lineTexts(layout(text, { widthPx: 110 }))).toEqual(['one two three four', 'five six'])
    expect(lineTexts(layout(text, { widthPx: 110, balance: true }))).toEqual(['one two three', 'four five six'])
  })
})

describe('layoutText() draws', () => {
  test('tabs as spaces and nothing of controls', () => {
    const runs = layout('a\tb\u0007\u200e\u00ad\u200bc').lines[0]?.runs
    expect(runs?.map(({ text, start, end }) => [text, start, end])).toEqual([['a bc', 0, 8]])
  })

  test('lone surrogates as replacement characters', () => {
    expect(lineTexts(layout('a\ud800b\udc00'))).toEqual(['a\ufffdb\ufffd'])
  })
})

describe('layoutText() against the box', () => {
  test('equals the measurer asked at any size', () => {
    const text = 'AVAVAV and מעט עברית, 日本語。'
    const [small, large] = [
      layout(text, { fontSizePx: 5, widthPx: 50 }),
      layout(text, { fontSizePx: 20, widthPx: 200 }),
    ]
    expect(lineTexts(small)).toEqual(lineTexts(large))
    expect(small.bounds.width * 4).toBeCloseTo(large.bounds.width)
  })

  test('uses nothing of a measurer but its answers', () => {
    const frozen = Object.freeze({ advance: measurer.advance, metrics: measurer.metrics })
    expect(layoutText(Object.freeze([Object.freeze(span('ab cd'))]), Object.freeze({ ...box }), frozen)).toEqual(
      layout('ab cd'),
    )
  })
})

describe('layoutText() hyphenates', () => {
  const hyphenate = (word: string) => (word === 'automobile' ? [4, 6] : [])

  test('words that its hyphenator knows, where that fills the line', () => {
    const text = 'an automobile here'
    expect(lineTexts(layout(text, { widthPx: 50, hyphenate }))).toEqual(['an automo-', 'bile here'])
    expect(lineTexts(layout(text, { widthPx: 44, hyphenate }))).toEqual(['an auto-', 'mobile', 'here'])
    expect(lineTexts(layout(text, { widthPx: 50 }))).toEqual(['an', 'automobile', 'here'])
  })

  test('no word that says itself where it may break', () => {
    const text = 'automo\u00adbile'
    expect(lineTexts(layout(text, { widthPx: 45, hyphenate: () => [2] }))).toEqual(['automo-', 'bile'])
  })
})
