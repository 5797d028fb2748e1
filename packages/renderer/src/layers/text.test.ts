import { describe, expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { black, blue, drawPage, type Page, red, renderer, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const words = { type: 'text', name: 'Words', text: 'Hello', width: 100, height: 100, fontSize: 30 } as const

/** The share of the page that is not white, by the colour channel. */
function ink(page: Page, channel = 0): number {
  let sum = 0
  for (let y = 0; y < 100; y++) for (let x = 0; x < 100; x++) sum += 255 - (page.at(x, y)[channel] ?? 0)
  return sum / 2_550_000
}

async function reportOf(
  layer: Partial<Omit<typeof words, 'text'>> & {
    text?: string
    fit?: 'overflow' | 'truncate' | 'grow'
    maxFontSize?: number
    fontFamily?: string
    fontFeatures?: Record<string, boolean>
  },
) {
  const template: TemplateInput = { schema: 1, width: 100, height: 100, layers: [{ ...words, ...layer }] }
  return (await renderer.render({ template })).report
}

describe('a text', () => {
  test('is drawn in its colour', async () => {
    const page = await drawPage([{ ...words, fill: '#00ff00', fontWeight: 900 }])
    expect(ink(page, 0)).toBeGreaterThan(0.03)
    expect(ink(page, 1)).toBeLessThan(0.001)
  })

  test('draws nothing for no text', async () => {
    expect(ink(await drawPage([{ ...words, text: { bind: 'Nothing' } }]))).toBe(0)
  })

  test('shrinks, is cut, leaves its box or makes it grow', async () => {
    const text = 'many words that do not fit into this small box at all, whatever one does'
    expect((await reportOf({ text })).layers.Words?.fit).toBeLessThan(0.7)
    expect((await reportOf({ text, fit: 'truncate' })).layers.Words).toMatchObject({ fit: 1, lines: 2 })
    expect((await reportOf({ text, fit: 'truncate' })).warnings).toEqual([
      'layer "Words": the text does not fit and was cut off',
    ])
    expect((await reportOf({ text, fit: 'overflow' })).warnings).toEqual(['layer "Words": the text overflows its box'])
    expect((await reportOf({ text, fit: 'grow' })).warnings).toEqual([])
    expect((await reportOf({ text: 'Hi', maxFontSize: 300 })).layers.Words?.fit).toBeGreaterThan(1)
  })

  test('is heavier where it is marked as bold', async () => {
    const plain = ink(await drawPage([words]))
    const bold = ink(await drawPage([{ ...words, text: '**Hello**' }]))
    const asWritten = ink(await drawPage([{ ...words, text: '**Hello**', markup: false }]))
    expect(bold).toBeGreaterThan(plain * 1.2)
    expect(asWritten).not.toBe(bold)
  })

  test('has a highlight, an outline and a line', async () => {
    const marked = await drawPage([{ ...words, text: '[MMMMMMM](highlight=#000000 color=#000000)' }])
    expect([marked.at(3, 12), marked.at(3, 90)]).toEqual([black, white])
    const plain = ink(await drawPage([words]))
    expect(ink(await drawPage([{ ...words, stroke: { color: '#000', width: 3 } }]))).toBeGreaterThan(plain * 1.5)
    expect(ink(await drawPage([{ ...words, decoration: 'underline' }]))).toBeGreaterThan(plain * 1.05)
  })

  test('takes pictures as its letters and their outline; without one it is black', async () => {
    const load = async (src: string) => twoHalves({ mirrored: src === 'mirrored' })
    const block = { ...words, text: '██', fontSize: 50, lineHeight: 1, fit: 'overflow', height: 50 } as const
    const fill = { type: 'picture', src: 'x' } as const
    const page = await drawPage([{ ...block, fill }], { load })
    expect([page.at(20, 25), page.at(70, 25), page.at(50, 90)]).toEqual([red, blue, white])
    const stroke = { color: { type: 'picture', src: 'mirrored' }, width: 4 } as const
    const outlined = await drawPage([{ ...block, x: 10, text: '█', fill, stroke }], { load })
    expect([outlined.at(7, 25), outlined.at(14, 25)]).toEqual([blue, red])
    // What leaves the box is painted as well.
    const beyond = await drawPage([{ ...block, width: 20, wrap: 'none', fill }], { load })
    expect(beyond.at(60, 25)).not.toEqual(white)
    const plain = await drawPage([{ ...block, fill: { ...fill, src: '' } }], { load })
    expect([plain.at(20, 25), plain.report.layers.Words?.missing]).toEqual([black, 'no picture given'])
  })

  test('covers the letters of a box that grows', async () => {
    const load = async () => twoHalves()
    const grown = { ...words, text: '██\n██', fontSize: 40, lineHeight: 1, fit: 'grow', height: 10 } as const
    const page = await drawPage([{ ...grown, fill: { type: 'picture', src: 'x' } }], { load })
    expect([page.at(10, 20), page.at(10, 70), page.at(68, 20), page.at(68, 70)]).toEqual([red, red, blue, blue])
  })

  test('takes a picture as sharp as a box that grows, and says when none fits', async () => {
    const load = async () => twoHalves()
    const grown = { ...words, text: '██\n██', fontSize: 40, lineHeight: 1, fit: 'grow', height: 0 } as const
    const fill = { type: 'picture', src: 'x' } as const
    const page = await drawPage([{ ...grown, fill }], { load })
    expect([page.at(10, 20), page.at(10, 70), page.at(68, 70)]).toEqual([red, red, blue])
    expect(page.report.layers.Words?.missing).toBeUndefined()
    const none = await drawPage([{ ...grown, fit: 'overflow', fill }], { load })
    expect(none.at(10, 20)).toEqual(black)
    expect(none.report.warnings).toContain(
      'layer "Words": the text has no width or no height that its picture could fill',
    )
  })

  test('draws scripts and emoji with the fonts that have them', async () => {
    for (const text of ['مرحبا', 'שלום', '日本語', 'ﬁ☎']) {
      expect((await drawPage([{ ...words, text }])).report.warnings).toEqual([])
    }
    const emoji = await drawPage([{ ...words, text: '❤️', fontSize: 80 }])
    const [redness = 0, greenness = 255] = emoji.at(50, 45)
    expect(redness - greenness).toBeGreaterThan(100)
  })

  test('reports features that the font does not have, not those of a fallback font', async () => {
    const fontFeatures = { tnum: true, onum: true, smcp: false }
    const { layers, warnings, warningCodes } = await reportOf({ text: '123 😀', fontFeatures })
    expect(layers.Words?.missingFeatures).toEqual(['onum'])
    expect(warnings).toEqual(['layer "Words": the font does not have the OpenType feature "onum"'])
    expect(warningCodes).toEqual(['missing_features'])
    expect((await reportOf({ text: '123', fontFamily: 'Noto Serif', fontFeatures })).warnings).toEqual([])
  })

  test('reports characters that no font has, and no others', async () => {
    const { layers, warnings } = await reportOf({ text: 'A\u{1D8F}한𓀀 ᚠ𓀀 \u200d\ufe0f🪾 e\u0301 中' })
    expect(layers.Words?.missingGlyphs).toEqual(['U+13000', 'U+16A0'])
    expect(warnings).toContain('layer "Words": no font contains U+13000, U+16A0')
  })

  test('fails for an unknown font by name', async () => {
    await expect(drawPage([{ ...words, fontFamily: 'Papyrus' }])).rejects.toMatchObject({
      code: 'font_unknown',
      layer: 'Words',
      message: expect.stringContaining('there is no font "Papyrus"; there are "Inter"'),
    })
  })

  test('keeps the weight of dark and of light letters alike', async () => {
    const dark = ink(await drawPage([{ ...words, fontSize: 20 }]))
    const light = 1 - ink(await drawPage([{ ...words, fontSize: 20, fill: '#fff' }], { background: '#000' }))
    // Browsers draw light letters a little heavier, too.
    expect(dark / light).toBeGreaterThan(0.92)
    expect(dark / light).toBeLessThan(1.03)
  })
})
