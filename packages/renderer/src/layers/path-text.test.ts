import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { drawPage, halves, renderer, twoHalves } from '#renderer/testing/render.test-kit.ts'

const words = {
  type: 'path-text',
  name: 'Words',
  x: 20,
  y: 20,
  width: 60,
  height: 60,
  fontSize: 12,
  fontWeight: 700,
} as const

type Layers = Parameters<typeof drawPage>[0]

/** One colour for the first half of a gradient, another one for the second. */
const twice = (one: string, other: string) => [
  { color: one, offset: 0 },
  { color: one, offset: 0.5 },
  { color: other, offset: 0.5 },
  { color: other, offset: 1 },
]

/** Where there is ink: how much of it in each ninth of the page, in rows. */
async function inkOf(layers: Layers): Promise<number[]> {
  const page = await drawPage(layers)
  const counts = Array.from({ length: 9 }, () => 0)
  for (let at = 0; at < 10_000; at++) {
    const [x, y] = [at % 100, Math.floor(at / 100)]
    const cell = Math.floor(y / 33.4) * 3 + Math.floor(x / 33.4)
    if ((page.at(x, y)[0] ?? 255) < 128) counts[cell] = (counts[cell] ?? 0) + 1
  }
  return counts
}

describe('text along a path', () => {
  test.each([
    ['picture', halves] as const,
    ['linear', { type: 'linear', angle: 90, stops: twice('#ff0000', '#0000ff') }] as const,
    ['conic', { type: 'conic', stops: twice('#0000ff', '#ff0000') }] as const,
    ['turned conic', { type: 'conic', angle: 180, stops: twice('#ff0000', '#0000ff') }] as const,
  ])('is painted by one %s, however its letters are turned', async (_, fill) => {
    const load = async () => twoHalves()
    const ring = { ...words, text: 'M'.repeat(18) }
    for (const look of [{ fill }, { fill: 'transparent', stroke: { color: fill, width: 1 } }]) {
      const page = await drawPage([{ ...ring, ...look }], { load })
      const isLeft = (at: number) => at % 100 < 44
      const dots = Array.from({ length: 10_000 }, (_each, at) => at).filter((at) => Math.abs((at % 100) - 50) > 6)
      const inked = dots.filter((at) => (page.at(at % 100, Math.floor(at / 100))[1] ?? 255) < 200)
      const wrong = inked.filter((at) => {
        const [redness = 0, , blueness = 0] = page.at(at % 100, Math.floor(at / 100))
        return redness > blueness !== isLeft(at)
      })
      expect([inked.filter(isLeft).length > 200, inked.length > 400, wrong]).toEqual([true, true, []])
    }
  })

  test('does not bring its picture into a PDF with each letter', async () => {
    const photo = await readFile(join(import.meta.dirname, '..', '..', 'designs', 'photo.jpg'))
    const sizeOf = async (text: string) => {
      const layer = { ...words, text, markup: false, fill: halves }
      const template: TemplateInput = { schema: 1, width: 100, height: 100, layers: [layer] }
      const { files } = await renderer.render({ template, formats: ['pdf'], load: async () => photo })
      return files[0]?.bytes.length ?? 0
    }
    expect(await sizeOf('MIMIMIMIMI')).toBeLessThan((await sizeOf('M')) + 10_000)
  })

  test('is black without its picture, and says why', async () => {
    const page = await drawPage([{ ...words, text: 'MMM', fill: { ...halves, src: '' } }])
    expect(page.report.layers.Words).toMatchObject({ missing: 'no picture given' })
    expect(await inkOf([{ ...words, text: 'MMM', fill: { ...halves, src: '' } }])).toEqual(
      await inkOf([{ ...words, text: 'MMM' }]),
    )
  })

  test('stands around the top of a circle, or around its bottom', async () => {
    const top = await inkOf([{ ...words, text: 'HHHH' }])
    expect(top[1]).toBeGreaterThan(100)
    expect(top.slice(3)).toEqual([0, 0, 0, 0, 0, 0])
    const bottom = await inkOf([{ ...words, text: 'HHHH', reverse: true }])
    expect(bottom[7]).toBeGreaterThan(60)
    expect(bottom.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('is moved along the circle', async () => {
    const right = await inkOf([{ ...words, text: 'HHHH', startAt: 0.25 }])
    expect(right[5]).toBeGreaterThan(100)
    expect(right[3]).toBe(0)
  })

  test('follows any path', async () => {
    const down = await inkOf([{ ...words, text: 'HHHHH', shape: 'path', path: 'M30 0 V60' }])
    expect(down[4]).toBeGreaterThan(50)
    expect([down[3], down[0], down[6]]).toEqual([0, 0, 0])
    const arc = await inkOf([{ ...words, text: 'HHHHHH', shape: 'arc', height: 30 }])
    expect(arc[1]).toBeGreaterThan(50)
  })

  test('shrinks into a short path, and says so', async () => {
    const layer = {
      ...words,
      text: 'Much too long for this',
      shape: 'path',
      path: 'M0 30 H60',
      minFontSize: 1,
    } as const
    const page = await drawPage([layer])
    expect(page.report.layers.Words?.fit).toBeLessThan(0.7)
    expect(page.report.layers.Words?.overflows).toBe(undefined)
    const stiff = await drawPage([{ ...layer, minFontSize: 12 }])
    expect(stiff.report.layers.Words).toEqual({ fit: 1, overflows: true })
  })

  test('keeps words whole whose letters hang together', async () => {
    const page = await drawPage([{ ...words, text: 'مرحبا بالعالم' }])
    expect(page.report.warnings).toEqual([])
  })

  test('needs no path for no text', async () => {
    expect(await inkOf([{ ...words, shape: 'path' }])).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
  })
})
