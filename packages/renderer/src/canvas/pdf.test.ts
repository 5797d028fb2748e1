import { describe, expect, test } from 'vitest'
import { createFontBook } from '#renderer/fonts/font-book.ts'
import { readPdf } from '#renderer/formats/read-pdf.test-kit.ts'
import type { Pixels } from './canvas.ts'
import { createPdf } from './pdf.ts'

/** No words, no fonts. */
const none = () => {
  throw new Error('nothing is written here')
}
const fonts = createFontBook([], { open: none, register: none })
const page = { widthPx: 100, heightPx: 100, pixelsPerInch: 72, fonts }
const same = <Value>(value: Value) => value
const box = { x: 0, y: 0, width: 100, height: 100 }

function picture(): Pixels {
  return { data: new Uint8ClampedArray(40_000).fill(200), widthPx: 100, heightPx: 100 }
}

describe('createPdf()', () => {
  test('refuses a file whose pictures have too many pixels, and says at which page', () => {
    const file = createPdf({ quality: 85, title: '', maxPixels: 25_000 })
    const show = (pixels: Pixels) => () => file.page(page, ({ pen }) => pen.picture(pixels, box))
    show(picture())()
    show(picture())()
    expect(show(picture())).toThrow('page 3: the pictures of a PDF can have at most 0.025 million pixels')
  })

  test('takes fewer pictures where they lose nothing, and says how to have more', () => {
    const file = createPdf({ quality: 100, title: '', maxPixels: 60_000 })
    const show = (pixels: Pixels) => () => file.page(page, ({ pen }) => pen.picture(pixels, box))
    show(picture())()
    expect(show(picture())).toThrow(
      '0.015 million pixels at quality 100; create several files with fewer pages, or set a',
    )
  })

  test('brings a picture once for each bleed that it is cut with', async () => {
    const file = createPdf({ quality: 85, title: '' })
    const same = { ...picture(), data: new Uint8ClampedArray(40_000).fill(255) }
    const bleed = { across: 1, down: 0 }
    file.page(page, ({ pen }) => {
      for (let at = 0; at < 3; at++) pen.picture(same, box, bleed)
      pen.picture(same, box)
    })
    const sizes = readPdf(await file.close()).images.map(({ widthPx, heightPx }) => [widthPx, heightPx])
    expect(sizes).toEqual([
      [102, 100],
      [100, 100],
    ])
  })

  test('counts a picture of many pages once, drawn or as a paint', async () => {
    const file = createPdf({ quality: 85, title: '', maxPixels: 15_000 })
    const same = picture()
    for (let at = 0; at < 5; at++) {
      file.page(page, ({ pen, paper }) => {
        pen.picture(same, box)
        expect(pen.picturePaint(same, { box, repeats: true })).not.toBeTypeOf('string')
        paper?.faintly(() => expect(pen.picturePaint(picture(), { box, repeats: true })).toBe('#000000'))
      })
    }
    expect((await file.close()).length).toBeGreaterThan(500)
  })

  test('forgets a picture that no other page shows, however it was drawn', () => {
    const file = createPdf({ quality: 85, title: '' })
    let reads = 0
    const { data, ...size } = picture()
    const counted = {
      ...size,
      get data() {
        reads++
        return data
      },
    }
    const show = (pixels: Pixels) =>
      file.page(page, ({ pen }) => {
        pen.picture(pixels, box)
        pen.picturePaint(pixels, { box, repeats: true, bleed: { across: 1, down: 0 } })
      })
    show(counted)
    show(counted)
    expect(reads).toBe(2)
    file.forget(picture())
    show(counted)
    expect(reads).toBe(2)
    file.forget(counted)
    show(counted)
    expect(reads).toBe(4)
  })

  test('gives what was drawn even where letters cannot be named', async () => {
    const broken = { ...fonts, narrow: same, css: () => '10px serif', variations: () => '', axes: () => new Map() }
    const file = createPdf({ quality: 85, title: '' })
    file.page({ ...page, fonts: { ...broken, files: none } }, ({ pen }) => {
      pen.selectFont({ families: [], weight: 400, italic: false, letterSpacing: 0, wordSpacing: 0 }, 10, 'Ada')
      pen.context.fillRect(0, 0, 9, 9)
    })
    expect(readPdf(await file.close()).pages).toHaveLength(1)
  })
})
