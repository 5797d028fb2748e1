import { describe, expect, test } from 'vitest'
import { bundledFaces } from '#renderer/fonts/bundled.ts'
import { readPdf } from '#renderer/formats/read-pdf.test-kit.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'
import { nameLetters } from './name-letters.ts'

/** What a reader of a PDF finds of a text. */
async function found(text: string, look: object = {}): Promise<string> {
  return textOf(await drawn(text, look))
}

async function drawn(text: string, look: object = {}): Promise<Uint8Array> {
  // What is outside of the page is not in the file.
  const size = { width: 6000, height: 6000 }
  const words = { type: 'text', name: 'Words', text: { bind: 'Text' }, fontSize: 20, markup: false } as const
  const { files } = await renderer.render({
    template: { schema: 1, ...size, layers: [{ ...words, ...size, ...look }] },
    values: { Text: text },
    formats: ['pdf'],
  })
  return files[0]?.bytes ?? new Uint8Array()
}

function textOf(bytes: Uint8Array): string {
  const { pages } = readPdf(bytes)
  return pages.map((page) => page.text).join()
}

/** Numbers that look like chance, the same in every run. */
function createDice(): (sides: number) => number {
  let state = 25
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * sides)
  }
}

/** Stock keeping units, phone numbers, dates with times, and e-mail addresses. */
function writtenTexts(count: number): string[] {
  const dice = createDice()
  const pick = (letters: string, length: number) =>
    Array.from({ length }, () => letters[dice(letters.length)] ?? '').join('')
  const digits = (length: number) => pick('0123456789', length)
  const kinds = [
    () => `${pick('ABCDEFGHKMSUXZ', 3)}-${digits(4)}/${pick('ABXx', 1)}_${digits(2)}#${digits(1)}`,
    () => `+${digits(2)} (${digits(3)}) ${digits(3)}-${digits(4)} *${digits(2)}`,
    () => `20${digits(2)}-${digits(2)}-${digits(2)} ${digits(2)}:${digits(2)}; ${digits(2)}.${digits(2)}.${digits(4)}`,
    () => `${pick('abcfilxyz', 5)}.${pick('AZfi', 2)}+${digits(2)}@${pick('abcXfil', 6)}-${digits(1)}.example`,
  ]
  return Array.from({ length: count }, (_, at) => kinds[at % kinds.length]?.() ?? '')
}

const latin = bundledFaces().filter(({ family }) => ['Inter', 'Noto Serif', 'Noto Sans Mono'].includes(family))

describe('letters of a PDF', () => {
  test.each(latin.map(({ family, weight = 400, style = 'normal' }) => [family, weight, style] as const))(
    'are those of the text in %s %d %s',
    async (fontFamily, fontWeight, fontStyle) => {
      const texts = writtenTexts(200)
      expect(await found(texts.join('\n'), { fontFamily, fontWeight, fontStyle })).toBe(texts.join(''))
    },
  )

  test('are those of the text, whatever letters are beside each other', async () => {
    const letters = Array.from({ length: 94 }, (_, at) => String.fromCodePoint(0x21 + at))
    const lines = letters.map((one) => letters.map((other) => `1${one}${other}A`).join(' '))
    expect(await found(lines.join('\n'))).toBe(lines.join(''))
  })

  test.each([
    ['quotes and ligatures', 'don’t “quote” ι -> fi ffl'],
    ['Devanagari, drawn in another order', 'सभी मनुष्यों को गौरव और अधिकारों'],
    ['Thai, drawn in parts', 'กำลังน้ำ'],
    ['Khmer', 'មនុស្សទាំងអស់កើតមក'],
    ['letters of variable fonts', '日本語テスト 한국어'],
    ['emoji', '👩🏿‍🚀1️⃣'],
    ['marks after their letters', 'e\u0301e\u0302 x\u0323'],
    ['a row of marks without end', `x${'\u0323'.repeat(200)} e`],
  ])('are those of the text: %s', async (_, text) => {
    expect(await found(text)).toBe(text)
    expect(await found(text, { letterSpacing: 0.1 })).toBe(text)
    expect(await found(text, { opacity: 0.5, stroke: { color: 'red', width: 1 } })).toBe(text)
  })

  test('are those of Arabic from left to right, as they are drawn', async () => {
    expect(await found('نور والجهل')).toBe('لهجلاو رون')
  })

  test('are not taken from a face of another name because one glyph has the same number there', async () => {
    const clusters = Array.from({ length: 10_000 }, (_, glyph) => {
      return { glyphs: [glyph], body: { start: 0, end: 1 }, text: 'A' }
    })
    const bytes = await drawn('AB')
    expect(textOf(nameLetters(bytes, [{ name: 'Other', clusters }]))).toBe('AB')
  })
})
