import { describe, expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer, twoHalves } from '#renderer/testing/render.test-kit.ts'
import { readPdf } from './read-pdf.test-kit.ts'

const words = { type: 'text', name: 'Words', text: { bind: 'Title' }, width: 280, height: 60, fontSize: 32 } as const
const page = (layers: TemplateInput['layers']): TemplateInput => ({
  schema: 1,
  name: 'Cards',
  width: 300,
  height: 200,
  layers,
})

async function pdfOf(
  layers: TemplateInput['layers'],
  job: { settings?: object; scale?: number; load?: () => Promise<Uint8Array> } = {},
) {
  const { settings, ...rest } = job
  const encoding = settings && { pdf: { ...settings } }
  const { files } = await renderer.render({
    template: page(layers),
    values: { Title: 'Grüße, Мир' },
    formats: ['pdf'],
    ...rest,
    ...(encoding && { encoding }),
  })
  return readPdf(files[0]?.bytes ?? new Uint8Array())
}

describe('pdf', () => {
  test('has text as text, in embedded fonts', async () => {
    const { pages, fonts, images } = await pdfOf([words])
    expect(pages.map(({ text }) => text)).toEqual(['Grüße, Мир'])
    expect(fonts).toContain('CIDFontType2')
    expect(fonts).not.toContain('Type3')
    expect(images).toEqual([])
  })

  test('has the text that is written, whatever features draw it', async () => {
    const look = { width: 290, fontSize: 20, fontFeatures: { tnum: true, ss01: true, frac: true, zero: true } } as const
    const text = 'SKU-1040 1/2 10:30'
    const small = { ...look, fontFamily: 'Noto Serif', fontFeatures: { smcp: true, onum: true } } as const
    const { pages, fonts } = await pdfOf([
      { ...words, ...look, text },
      { ...words, ...small, name: 'Small', y: 80, text: 'Hamburg 0123' },
    ])
    expect(pages[0]?.text).toContain(text)
    expect(pages[0]?.text).toContain('Hamburg 0123')
    expect(fonts).not.toContain('Type3')
  })

  test('opens the links of its text where they are', async () => {
    const text = 'Buy [here](link=https://example.com/a?b=ä underline) or [call](link=tel:+491234)'
    const turned = {
      ...words,
      name: 'Turned',
      text: '[x](link="https://example.com/(b)")',
      x: 150,
      y: 100,
      rotation: 90,
    }
    const round = {
      type: 'path-text',
      name: 'Round',
      text: '[ab](link=mailto:a@b.example)',
      width: 80,
      height: 80,
    } as const
    const { raw, pages } = await pdfOf([{ ...words, text, fontSize: 20 }, turned, round])
    const links = [...raw.matchAll(/\/Rect \[([^\]]*)\][\s\S]*?\/URI \(((?:\\.|[^)])*)\)/g)].map(
      ([, rect = '', address]) => {
        const [left = 0, bottom = 0, right = 0, top = 0] = rect.split(' ').map(Number)
        return { address, left, top, width: right - left, height: top - bottom }
      },
    )
    expect(links.map(({ address }) => address)).toEqual([
      'https://example.com/a?b=%C3%A4',
      'tel:+491234',
      String.raw`https://example.com/\(b\)`,
      'mailto:a@b.example',
      'mailto:a@b.example',
    ])
    const [here, call, onSide] = links
    // 20 px are 15 points.
    expect(here?.height).toBeGreaterThan(14)
    expect(here?.height).toBeLessThan(25)
    expect(call?.left).toBeGreaterThan((here?.left ?? 0) + (here?.width ?? 0))
    expect(onSide?.width).toBeGreaterThan(onSide?.height ?? 0)
    expect(pages[0]?.text.replaceAll(' ', '')).toBe('Buyhereorcallxab')
    expect((await pdfOf([words])).raw).not.toContain('/Annots')
  })

  test('has no link of a text that is no link', async () => {
    const { raw, pages } = await pdfOf([{ ...words, markup: false, text: '[a](link=https://a.example)', fontSize: 10 }])
    expect(raw).not.toContain('/URI')
    expect(pages[0]?.text).toBe('[a](link=https://a.example)')
  })

  test('has shapes as shapes', async () => {
    const { pages, images } = await pdfOf([
      {
        type: 'rectangle',
        name: 'R',
        width: 90,
        height: 90,
        fill: { type: 'linear', stops: [{ color: 'red' }, { color: 'blue' }] },
      },
      { type: 'qr-code', name: 'Q', value: 'https://example.com', width: 90, height: 90, x: 100 },
      { type: 'ellipse', name: 'E', width: 90, height: 90, x: 200, stroke: { color: 'black', width: 2, dash: [9, 3] } },
      {
        type: 'star',
        name: 'S',
        y: 100,
        width: 90,
        height: 90,
        fill: { type: 'conic', angle: 45, stops: [{ color: 'red' }, { color: '#0000ff80' }] },
        stroke: {
          color: { type: 'radial', stops: [{ color: 'red' }, { color: 'blue' }] },
          width: 3,
          position: 'outside',
        },
      },
    ])
    expect(pages[0]?.operators.get('f') ?? 0).toBeGreaterThan(2)
    expect(images).toEqual([])
  })

  test('has drawings as shapes, and those that are more than shapes as pictures', async () => {
    const inside = '<rect width="20" height="20"/><circle cx="30" cy="30" r="9" fill="red"/>'
    const drawing = (content: string, change: object = {}) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${content}</svg>`
      return pdfOf([{ type: 'svg', name: 'S', svg, width: 90, height: 90, ...change }])
    }
    const { pages, images } = await drawing(inside)
    expect([images, pages[0]?.operators.get('f')]).toEqual([[], 3])
    expect((await drawing(inside, { rotation: 30, fill: 'blue' })).images).toEqual([])
    const blurred = `<filter id="b"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#b)">${inside}</g>`
    // 90 pixels at 96 dpi have as many of their own as printers show.
    const side = Math.round((90 / 96) * 300)
    expect((await drawing(blurred)).images).toContainEqual({ widthPx: side, heightPx: side, filter: 'FlateDecode' })
    const letters =
      '<linearGradient id="g"><stop stop-color="red"/></linearGradient><text y="20" fill="url(#g)">A</text>'
    expect((await drawing(letters)).images).toEqual([])
    const beside = await pdfOf([
      {
        type: 'svg',
        name: 'S',
        svg: `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${blurred}</svg>`,
        width: 90,
        height: 90,
      },
      words,
    ])
    expect(beside.pages.map(({ text }) => text)).toEqual(['Grüße, Мир'])
    // Two shapes over each other must not shine through each other.
    expect((await drawing(inside, { opacity: 0.5 })).images.length).toBeGreaterThan(0)
    expect((await drawing('<rect width="20" height="20"/>', { opacity: 0.5 })).images).toEqual([])
  })

  test.each([
    [{}, 1, [225, 150]],
    [{ dpi: 72 }, 1, [300, 200]],
    [{ dpi: 300 }, 1, [72, 48]],
    [{ dpi: 72 }, 2, [600, 400]],
  ])('makes pages by %j at scale %d', async (settings, scale, size) => {
    const { pages } = await pdfOf([words], { settings, scale })
    expect(pages.map((each) => each.size.map(Math.round))).toEqual([size])
  })

  test.each<[string, object]>([
    ['a shadow', { shadow: { blur: 4, y: 2 } }],
    ['a gradient', { fill: { type: 'linear', stops: [{ color: 'red' }, { color: 'blue' }] } }],
    ['an outline', { stroke: { color: 'red', width: 3 } }],
    ['a blur', { filters: { blur: 2 } }],
    ['an outline and half of the opacity', { stroke: { color: 'red', width: 3 }, opacity: 0.5 }],
  ])('finds text with %s once', async (_look, properties) => {
    const { pages, images } = await pdfOf([{ ...words, ...properties }])
    expect(pages[0]?.text).toBe('Grüße, Мир')
    expect(images.length).toBeGreaterThan(0)
  })

  test('finds text in a group that is see-through or masked', async () => {
    const cut = { type: 'ellipse', name: 'Cut', width: 300, height: 200 } as const
    const group = { type: 'group', name: 'G', width: 300, height: 200, opacity: 0.5, children: [words] } as const
    const { pages } = await pdfOf([cut, { ...group, mask: { layer: 'Cut' } }])
    expect(pages[0]?.text).toBe('Grüße, Мир')
  })

  test('keeps see-through words in several colours as words only', async () => {
    const { pages, images } = await pdfOf([{ ...words, text: 'Half [red](color=#f00) **bold**', opacity: 0.5 }])
    expect(pages[0]?.text).toBe('Halfredbold')
    expect(images).toEqual([])
  })

  test('blurs by pixels of the template', async () => {
    const box = { type: 'rectangle', name: 'R', x: 90, y: 60, width: 96, height: 48 } as const
    const { images } = await pdfOf([{ ...box, filters: { blur: 4 } }])
    const [width = 0, height = 0] = [images[0]?.widthPx, images[0]?.heightPx]
    expect([width, height].map((side) => side > 150 && side < 500)).toEqual([true, true])
  })

  test('shows photographs at 300 dpi, as JPEG, or whole', async () => {
    const load = async () => twoHalves()
    const photo = { type: 'image', name: 'Photo', src: 'x', width: 96, height: 96 } as const
    const side = { widthPx: 300, heightPx: 300 }
    expect((await pdfOf([photo], { load })).images).toEqual([{ ...side, filter: 'DCTDecode' }])
    const whole = await pdfOf([photo], { load, settings: { quality: 100 } })
    expect(whole.images).toEqual([{ ...side, filter: 'FlateDecode' }])
  })

  test('comes with others in the order asked for', async () => {
    const { files, report } = await renderer.render({ template: page([words]), formats: ['pdf', 'png'] })
    expect(files.map(({ format, widthPx, heightPx }) => [format, widthPx, heightPx])).toEqual([
      ['pdf', 300, 200],
      ['png', 300, 200],
    ])
    expect(report.ms.pdf).toBeGreaterThan(0)
  })

  test('has a name, no date and no random id', async () => {
    const { raw } = await pdfOf([words])
    expect(raw).toContain('/Title (Cards)')
    expect(raw).not.toMatch(/Date|\/ID\b|uuid/i)
  })

  test('refuses what it cannot do', async () => {
    const wrong = pdfOf([words], { settings: { dpi: 0 } })
    await expect(wrong).rejects.toThrow('encoding.pdf.dpi must be at least 36')
    const template: TemplateInput = { schema: 1, width: 10_000, height: 10, layers: [] }
    await expect(renderer.render({ template, formats: ['pdf'], scale: 2 })).rejects.toMatchObject({
      code: 'output_too_large',
      message: '20000 x 20 at 96 dpi is too large for pdf; the maximum is 200 inches per side',
    })
  })
})

describe('renderPdf()', () => {
  const rows = ['One', 'Two', 'Three', 'Four', 'Five'].map((Title) => ({ values: { Title } }))

  test('makes a page for each row, in order', async () => {
    const { bytes, pages } = await renderer.renderPdf({ template: page([words]), rows, settings: { dpi: 72 } })
    const read = readPdf(bytes).pages
    expect(read.map(({ text }) => text)).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
    expect(read.map(({ size }) => size)).toEqual(rows.map(() => [300, 200]))
    expect(pages.map(({ report }) => report.layers.Words?.lines)).toEqual([1, 1, 1, 1, 1])
  })

  test('holds a picture that all pages show once', async () => {
    const load = async () => twoHalves()
    const logo = { type: 'image', name: 'Logo', src: 'logo.png', width: 40, height: 40 } as const
    const { bytes } = await renderer.renderPdf({ template: page([logo, words]), rows, load })
    expect(readPdf(bytes).images).toHaveLength(1)
  })

  test('leaves out rows that fail when somebody is told of them', async () => {
    const failing = [...rows.slice(0, 2), { modifications: [{ name: 'Nobody', text: 'x' }] }, ...rows.slice(2)]
    const told: number[] = []
    const { bytes, pages } = await renderer.renderPdf({
      template: page([words]),
      rows: failing,
      onFailure: (row) => told.push(row),
    })
    expect([told, pages.length, readPdf(bytes).pages.length]).toEqual([[2], 5, 5])
    await expect(renderer.renderPdf({ template: page([words]), rows: failing })).rejects.toMatchObject({
      code: 'modification_unknown',
    })
  })

  test('refuses no rows, and too many', async () => {
    for (const wrong of [[], Array.from({ length: 2001 }, () => ({}))]) {
      const refused = renderer.renderPdf({ template: page([]), rows: wrong })
      await expect(refused).rejects.toMatchObject({ code: 'option_invalid' })
    }
  })
})
