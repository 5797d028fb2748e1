import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { DrawOptions, LayerPath, TemplateInput } from '@pictable/renderer/browser'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from './chromium.ts'
import { buildPages, serveFolder } from './serve.ts'

const folder = join(import.meta.dirname, '..', '..', 'out', 'engine-test')
let context: BrowserContext
let page: Page
let served: Awaited<ReturnType<typeof serveFolder>>

type Layers = TemplateInput['layers']
const box = { type: 'rectangle', width: 40, height: 40, fill: '#ff0000' } as const
const words = { type: 'text', width: 180, height: 40, fontSize: 30, text: 'ill' } as const
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const templateOf = (layers: Layers): TemplateInput => ({
  schema: 1,
  width: 200,
  height: 200,
  background: '#fff',
  layers,
})

async function hits(layers: Layers, points: readonly (readonly [number, number])[], margin = 0): Promise<string[]> {
  return page.evaluate(
    async ({ json, points, margin }) => {
      const { renderer, hitTest } = window.page.engine
      const laidOut = await renderer.layOut({ template: JSON.parse(json) })
      return points.map(([x, y]) =>
        hitTest(laidOut, { x, y }, { margin })
          .map((path) => path.join('.'))
          .join(' '),
      )
    },
    { json: JSON.stringify(templateOf(layers)), points, margin },
  )
}

describe.skipIf(chromiumPath === undefined)('the engine of the editor', () => {
  beforeAll(async () => {
    await buildPages(['test/browser/page.html'], folder)
    served = await serveFolder(folder)
    context = await (await sharedBrowser()).newContext()
    page = await context.newPage()
    await page.goto(`${served.origin}/test/browser/page.html`)
    await page.waitForFunction('window.page')
  })

  afterAll(async () => {
    await context?.close()
    served?.close()
  })

  describe('hitTest()', () => {
    test('finds what is painted, from front to back', async () => {
      const layers: Layers = [
        { ...box, name: 'Back' },
        { ...box, type: 'ellipse', name: 'Disc', x: 20 },
      ]
      expect(
        await hits(layers, [
          [30, 20],
          [22, 2],
          [5, 5],
          [100, 100],
        ]),
      ).toEqual(['1 0', '0', '0', ''])
    })

    test('does not count what is hidden, transparent or a shadow', async () => {
      const shadow = { x: 60, y: 0, color: '#000000' }
      const layers: Layers = [
        { ...box, name: 'Hidden', visible: false },
        { ...box, name: 'Hollow', fill: 'transparent', stroke: { color: '#000', width: 4 } },
        { ...box, name: 'Clear', opacity: 0 },
        { ...box, name: 'Faint', y: 100, opacity: 0.05, shadow },
      ]
      expect(
        await hits(layers, [
          [20, 20],
          [1, 20],
          [20, 120],
          [80, 120],
        ]),
      ).toEqual(['', '1', '3', ''])
    })

    test('gives thin lines, small layers and letters a margin, and edges of large ones none', async () => {
      const slope = [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ]
      const layers: Layers = [
        { ...box, name: 'Large', width: 100, height: 100 },
        { type: 'line', name: 'Line', x: 0, y: 150, width: 200, height: 0, thickness: 1 },
        { ...box, name: 'Dot', x: 150, y: 20, width: 4, height: 4 },
        { type: 'line', name: 'Slope', x: 110, y: 50, width: 80, height: 80, thickness: 1, points: slope },
        { ...words, name: 'Words', y: 160 },
      ]
      const near = [
        [102, 50],
        [50, 153],
        [156, 22],
        [152, 89],
      ] as const
      expect(await hits(layers, near)).toEqual(['', '', '', ''])
      expect(await hits(layers, near, 4)).toEqual(['', '1', '2', '3'])
      const [letters] = await hits(layers, [[5, 180]], 4)
      expect(letters).toBe('4')
    })

    test('finds a text between its letters and its lines, but not beside them', async () => {
      const lines = {
        ...words,
        text: 'Long words, on two\nl i\n\nnes',
        width: 190,
        height: 190,
        lineHeight: 2,
      } as const
      const layers: Layers = [
        { ...box, name: 'Behind', width: 200, height: 200 },
        { ...lines, name: 'Words', fontSize: 20, rotation: 0 },
      ]
      const points = [
        [60, 38],
        [15, 60],
        [100, 60],
        [15, 100],
        [150, 140],
        [60, 180],
      ] as const
      expect(await hits(layers, points)).toEqual(['1 0', '1 0', '0', '1 0', '0', '0'])
    })

    test('looks into groups, which cut and turn what is inside', async () => {
      const group = { type: 'group', width: 40, height: 40, clip: true } as const
      const inside = (name: string): Layers => [{ ...box, name, width: 80, height: 20 }]
      const layers: Layers = [
        { ...group, name: 'Cutting', x: 10, y: 10, children: inside('One') },
        { ...group, name: 'Filled', x: 100, y: 100, rotation: 90, fill: '#00ff00', children: inside('Two') },
      ]
      const points = [
        [20, 20],
        [70, 20],
        [20, 45],
        [130, 110],
        [110, 110],
      ] as const
      expect(await hits(layers, points)).toEqual(['0.0', '', '', '1.0 1', '1'])
    })

    test('is cut by masks, and finds layers outside of the page', async () => {
      const layers: Layers = [
        { ...box, name: 'Mask', width: 10 },
        { ...box, name: 'Masked', mask: { layer: 'Mask' } },
        { ...box, name: 'Outside', x: 250, y: -100 },
      ]
      expect(
        await hits(layers, [
          [5, 5],
          [20, 5],
          [260, -90],
        ]),
      ).toEqual(['1', '', '2'])
    })
  })

  describe('draw()', () => {
    const layers: Layers = [
      { ...box, name: 'Back', fill: { type: 'linear', angle: 30, stops: [{ color: '#f00' }, { color: '#00f' }] } },
      {
        ...{ type: 'group', name: 'Group', x: 30, y: 30, width: 100, height: 100, clip: true, fill: '#00ff0080' },
        children: [
          { ...box, type: 'ellipse', name: 'Disc', x: 60, y: 60, width: 60 },
          { ...words, name: 'Words' },
        ],
      },
      { ...box, name: 'Front', x: 90, y: 20, rotation: 20, shadow: { x: 4, y: 4, blur: 6, color: '#000' } },
    ]

    /** The pixels of canvases that are drawn over each other. */
    async function drawn(stack: readonly DrawOptions[]): Promise<Buffer> {
      const url = await page.evaluate(
        async ({ json, stack }) => {
          const { renderer, draw } = window.page.engine
          const laidOut = await renderer.layOut({ template: JSON.parse(json) })
          const below = document.createElement('canvas')
          for (const [at, options] of stack.entries()) {
            const canvas = at === 0 ? below : document.createElement('canvas')
            draw(laidOut, canvas, options)
            if (at > 0) below.getContext('2d')?.drawImage(canvas, 0, 0)
          }
          return below.toDataURL('image/png')
        },
        { json: JSON.stringify(templateOf(layers)), stack },
      )
      return sharp(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
        .ensureAlpha()
        .raw()
        .toBuffer()
    }

    const farthest = (one: Buffer, other: Buffer) =>
      one.length === other.length
        ? one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0)
        : Number.POSITIVE_INFINITY

    test.each<[string, LayerPath[], LayerPath[]]>([
      ['the front layer', [[2]], []],
      ['a layer in the middle', [[1]], [[2]]],
      ['a layer inside a group', [[1, 1]], [[2]]],
    ])('draws %s over a picture of the rest', async (_, moving, above) => {
      const whole = await drawn([{}])
      const apart = await drawn([
        { except: [...moving, ...above] },
        { only: moving },
        ...(above.length > 0 ? [{ only: above }] : []),
      ])
      // Two roundings of what is half transparent.
      expect(farthest(whole, apart)).toBeLessThanOrEqual(3)
      expect(farthest(whole, await drawn([{ except: moving }]))).toBeGreaterThan(100)
    })

    test('draws a part of the page at its scale', async () => {
      const whole = await drawn([{ view: { x: 0, y: 0, width: 200, height: 200, scale: 2 } }])
      const part = await drawn([{ view: { x: 20, y: 30, width: 90, height: 60, scale: 2 } }])
      expect(part).toHaveLength(180 * 120 * 4)
      const rows = Array.from({ length: 120 }, (_, row) => {
        const from = ((row + 60) * 400 + 40) * 4
        return whole.subarray(from, from + 180 * 4)
      })
      const cut = Buffer.concat(rows)
      const far = part.filter((value, at) => Math.abs(value - (cut[at] ?? 0)) > 8)
      expect(far.length / part.length).toBeLessThan(0.001)
    })

    test('draws nothing beyond the page', async () => {
      const around = await drawn([{ view: { x: -10, y: -10, width: 220, height: 220, scale: 1 } }])
      expect([...around.subarray(0, 4)]).toEqual([0, 0, 0, 0])
      expect(around[(100 * 220 + 100) * 4 + 3]).toBe(255)
    })
  })

  test('textLayout() puts the caret where letters are', async () => {
    const layers: Layers = [{ ...words, name: 'Words', text: 'Il **Il**', x: 10, y: 20 }]
    const lines = await page.evaluate(
      async (json) => {
        const { renderer, textLayout } = window.page.engine
        return textLayout(await renderer.layOut({ template: JSON.parse(json) }), [0])?.lines
      },
      JSON.stringify(templateOf(layers)),
    )
    const [line] = lines ?? []
    expect(line?.stops.map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 5, 6, 7])
    expect(line?.baseline).toBeGreaterThan(20)
    const xs = line?.stops.map(({ x }) => x) ?? []
    expect(xs.toSorted((one, other) => one - other)).toEqual(xs)
    expect(xs.at(-1)).toBeCloseTo(line?.width ?? 0, 3)
  })

  describe('a text that is typed into, beside the same in a contenteditable', () => {
    test.each([
      ['Latin', 'en', 'Naïve office: a “café” for 3.5 %, e\u0301, self-made AVATAR. It wraps, twice.'],
      ['Vietnamese', 'vi', 'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm.'],
      ['Greek', 'el', 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.'],
      ['Cyrillic', 'ru', 'Все люди рождаются свободными и равными в своём достоинстве.'],
      ['Arabic', 'ar', 'يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق، لا إله (المادة 1).'],
      ['Hebrew', 'he', 'כָּל בני האדם נולדו בני חורין ושווים בערכם (סעיף 1).'],
      ['Devanagari', 'hi', 'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता है।'],
      ['Bengali', 'bn', 'সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।'],
      ['Tamil', 'ta', 'மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்.'],
      ['Thai', 'th', 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์'],
      ['Japanese', 'ja', 'すべての人間は、生まれながらにして自由であり、が\u3099データABC。'],
      ['Korean', 'ko', '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.'],
      ['Chinese', 'zh-Hans', '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，𠮷。'],
      ['emoji', 'en', 'Family 👨‍👩‍👧‍👦 skin 👍🏽👩🏿‍🚀 flags 🇯🇵🇧🇷 keycap 1️⃣ heart ❤️‍🔥.'],
      ['two directions', 'en', 'The price was 150 ريال (before 200) and שלום, 42 words.'],
    ])('has the same caret, Backspace and words in %s', async (_script, language, text) => {
      const found = await page.evaluate((sample) => window.page.compareCarets(sample), { language, text })
      expect(found.stops.own).toEqual(found.stops.browser)
      expect(found.deleted.own).toEqual(found.deleted.browser)
      expect(found.words.own).toEqual(found.words.browser)
      expect(found.far).toEqual([])
      // Where a word ends, our caret has a place.
      for (const at of found.words.own.flat()) expect(found.stops.own).toContain(at)
    })
  })

  test('loads a picture once while its layer is moved and resized, and what failed not in each frame', async () => {
    const asked = await page.evaluate(async () => {
      const asked: string[] = []
      const blob = await new Promise<Blob | null>((resolve) => {
        const canvas = document.createElement('canvas')
        canvas.toBlob(resolve, 'image/png')
      })
      const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())
      const renderer = window.page.engine.createBrowserRenderer({
        fonts: [],
        async load(src) {
          asked.push(src)
          if (src === 'gone.png') throw new Error('404')
          return bytes
        },
      })
      for (let at = 0; at < 20; at++) {
        const photo = { type: 'image', x: at, width: 50 + at, height: 50 } as const
        const layers = ['good.png', 'gone.png'].map((src) => ({ ...photo, name: src, src }))
        const template = { schema: 1, width: 200, height: 200, layers } as const
        await renderer.layOut({ template: { ...template, layers: [...template.layers] }, tolerant: true })
      }
      return asked
    })
    expect(asked).toEqual(['good.png', 'gone.png'])
  })

  test.each([
    ['high', { width: 1080, height: 10_000, orientation: 1 }, [135, 1250]],
    ['wide', { width: 10_000, height: 1080, orientation: 1 }, [1250, 135]],
    ['turned', { width: 10_000, height: 1080, orientation: 6 }, [135, 1250]],
  ])('opens a %s picture small where little of it is needed', async (_shape, { width, height, orientation }, small) => {
    const red = sharp({ create: { width, height, channels: 3, background: '#f00' } })
    const picture = await red.jpeg().withMetadata({ orientation }).toBuffer()
    const src = `data:image/jpeg;base64,${picture.toString('base64')}`
    const found = await page.evaluate(
      async (json) => {
        const { renderer, draw } = window.page.engine
        const canvas = document.createElement('canvas')
        const opened: number[][] = []
        const open = globalThis.createImageBitmap
        const watched = async (source: ImageBitmapSource, options?: ImageBitmapOptions) => {
          const bitmap = await open(source, options)
          opened.push([bitmap.width, bitmap.height])
          return bitmap
        }
        try {
          Object.assign(globalThis, { createImageBitmap: watched })
          draw(await renderer.layOut({ template: JSON.parse(json) }), canvas)
        } finally {
          globalThis.createImageBitmap = open
        }
        return { opened, middle: [...(canvas.getContext('2d')?.getImageData(50, 50, 1, 1).data ?? [])] }
      },
      JSON.stringify(templateOf([{ type: 'image', name: 'Photo', width: 100, height: 100, src }])),
    )
    expect(found.middle[0]).toBeGreaterThan(250)
    expect(found.opened.at(-1)).toEqual(small)
    expect(Math.max(...found.opened.map(([across = 0, down = 0]) => across * down))).toBe(width * height)
  })

  test.each([
    ['a file', 'https://example.com/broken.png'],
    ['written into the design', 'data:image/png;base64,AAAA'],
  ])('says at once what it has found out before: that a picture cannot be decoded (%s)', async (_, src) => {
    const found = await page.evaluate(
      async ([json, broken]) => {
        const bytes = Uint8Array.from(atob(broken ?? ''), (letter) => letter.charCodeAt(0))
        const { renderer } = window.page.engine
        const job = { template: JSON.parse(json ?? ''), tolerant: true, waitMs: 0, load: async () => bytes }
        const first = await renderer.layOut(job)
        await first.pending
        const second = await renderer.layOut(job)
        return { isPending: second.pending !== undefined, code: second.layers[0]?.error?.code }
      },
      [
        JSON.stringify(templateOf([{ type: 'image', name: 'Photo', width: 9, height: 9, src }])),
        // Its end is there: only the browser finds out that what is in between is nothing.
        Buffer.concat([
          Buffer.from(onePixel.split(',')[1] ?? '', 'base64').subarray(0, 40),
          Buffer.alloc(200),
          Buffer.from('0000000049454e44ae426082', 'hex'),
        ]).toString('base64'),
      ],
    )
    expect(found).toEqual({ isPending: false, code: expect.stringMatching(/^image_/) })
  })

  test('says that a picture lacks its script, and goes on without it', async () => {
    const cut = await context.newPage()
    await cut.route(/decode-picture/, (route) => route.abort())
    await cut.goto(page.url())
    await cut.waitForFunction('window.page')
    const found = await cut.evaluate(
      async (json) => {
        const { layers } = await window.page.engine.renderer.layOut({ template: JSON.parse(json), tolerant: true })
        return layers.map(({ error }) => error && { code: error.code, message: error.message })
      },
      JSON.stringify(
        templateOf([
          { type: 'image', name: 'Photo', width: 9, height: 9, src: onePixel },
          { ...box, name: 'Box' },
        ]),
      ),
    )
    await cut.close()
    const message = 'the image in layer "Photo" cannot be drawn: its script could not be loaded; reload the page'
    expect(found).toEqual([{ code: 'load_failed', message }, undefined])
  })

  test('gives the document few faces while an axis of a font is dragged, and draws old values again', async () => {
    const bytes = await readFile(createRequire(import.meta.url).resolve('inter-ui/variable/InterVariable.woff2'))
    const own = { family: 'Own', src: `data:font/woff2;base64,${bytes.toString('base64')}` }
    const design = (opsz: number) => ({
      ...templateOf([{ ...words, name: 'Title', text: 'agR', fontFamily: 'Own', fontVariations: { opsz } }]),
      fonts: [own],
    })
    const drawn = await page.evaluate(
      async (json) => {
        const { renderer, draw } = window.page.engine
        const canvas = document.createElement('canvas')
        const before = document.fonts.size
        const pictures: string[] = []
        for (const template of JSON.parse(json)) {
          draw(await renderer.layOut({ template }), canvas)
          pictures.push(canvas.toDataURL())
        }
        return { faces: document.fonts.size - before, first: pictures[0], last: pictures.at(-1), other: pictures[60] }
      },
      JSON.stringify([...Array.from({ length: 70 }, (_, at) => 14 + at * 0.25), 14].map(design)),
    )
    expect(drawn.faces).toBeLessThanOrEqual(64)
    expect(drawn.last).toBe(drawn.first)
    expect(drawn.other).not.toBe(drawn.first)
  })

  test('lays out a large page at any zoom: only what is drawn has a bound', async () => {
    const photo = { type: 'image', width: 1080, height: 1920, src: onePixel } as const
    const layers: Layers = Array.from({ length: 14 }, (_, at) => ({ ...photo, name: `Photo ${at}` }))
    const [size, error] = await page.evaluate(
      async (json) => {
        const { renderer, draw } = window.page.engine
        const canvas = document.createElement('canvas')
        const laidOut = await renderer.layOut({ template: JSON.parse(json), scale: 8, tolerant: true })
        draw(laidOut, canvas, { view: { x: 0, y: 0, width: 40, height: 20, scale: 8 } })
        try {
          draw(laidOut, document.createElement('canvas'))
          return [canvas.width, 'none']
        } catch (error) {
          return [canvas.width, String(error)]
        }
      },
      JSON.stringify({ ...templateOf(layers), width: 1080, height: 1920 }),
    )
    expect(size).toBe(320)
    expect(error).toContain('8640 x 15360 is more than 100 million pixels')
  })

  test('decodes a picture as large as a zoomed page once', async () => {
    const layers: Layers = ['One', 'Two'].map((name) => ({
      ...{ type: 'image', name, width: 2000, height: 1999, src: onePixel },
    }))
    const drawn = await page.evaluate(
      async (json) => {
        const { renderer } = window.page.engine
        const layOut = () => renderer.layOut({ template: JSON.parse(json), scale: 2 })
        const { prototype } = CanvasRenderingContext2D
        const { drawImage } = prototype
        let drawn = 0
        try {
          await layOut()
          Object.defineProperty(prototype, 'drawImage', { configurable: true, writable: true, value: () => drawn++ })
          await layOut()
        } finally {
          prototype.drawImage = drawImage
        }
        return drawn
      },
      JSON.stringify({ ...templateOf(layers), width: 2000, height: 2000 }),
    )
    expect(drawn).toBe(0)
  })

  test('follows a hand that drags one of 40 layers', async () => {
    const layers: Layers = Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0 ? { ...box, name: `Box ${at}`, x: at * 4 } : { ...words, name: `Words ${at}`, y: at * 4 },
    )
    const ms = await page.evaluate(
      async (json) => {
        const { renderer, draw } = window.page.engine
        const template: TemplateInput = JSON.parse(json)
        const canvas = document.createElement('canvas')
        draw(await renderer.layOut({ template }), canvas, { except: [[20]] })
        // Of the fastest frame: what else a machine does beside it does not count.
        const times = { prepare: Infinity, layOut: Infinity, draw: Infinity }
        for (let x = 0; x < 50; x++) {
          const moved = template.layers.map((layer, at) => (at === 20 ? { ...layer, x } : layer))
          const start = performance.now()
          const prepared = renderer.prepare({ ...template, layers: moved })
          const afterPrepare = performance.now()
          const laidOut = await renderer.layOut({ template: prepared })
          const afterLayOut = performance.now()
          draw(laidOut, canvas, { only: [[20]] })
          times.prepare = Math.min(times.prepare, afterPrepare - start)
          times.layOut = Math.min(times.layOut, afterLayOut - afterPrepare)
          times.draw = Math.min(times.draw, performance.now() - afterLayOut)
        }
        return times
      },
      JSON.stringify(templateOf(layers)),
    )
    if (process.env.PARITY === 'all') console.log(ms)
    expect(ms.prepare).toBeLessThan(5)
    expect(ms.layOut).toBeLessThan(10)
  })
})
