import { describe, expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer, twoHalves } from '#renderer/testing/render.test-kit.ts'
import { codeWarnings } from './problems.ts'

type Layer = TemplateInput['layers'][number]

const box = { width: 200, height: 40 } as const
const text = { type: 'text', name: 'T', text: 'Twelve words', ...box } as const

async function reportOf(layer: Layer, more: { scale?: number; reportScale?: number; formats?: ['pdf'] } = {}) {
  const load = async () => twoHalves()
  const template: TemplateInput = { schema: 1, width: 1000, height: 1000, layers: [layer] }
  const { report } = await renderer.render({ template, load, ...more })
  return report
}

describe('a text that was made smaller to fit', () => {
  test.each<[string, Layer, string[], string[], number]>([
    ['fits', { ...text, fontSize: 20 }, [], [], 1],
    ['is a little smaller', { ...text, fontSize: 35, wrap: 'none' }, [], ['shrunk'], 0.9],
    ['is much smaller', { ...text, fontSize: 60, wrap: 'none' }, ['shrunk'], [], 0.52],
    [
      'is as small as it may be',
      { ...text, height: 60, fontSize: 36, minFontSize: 35, wrap: 'none' },
      ['shrunk', 'truncated'],
      [],
      0.98,
    ],
  ])('%s', async (_, layer, warnings, information, fit) => {
    const { warningCodes, informationCodes, layers } = await reportOf(layer)
    expect({ warningCodes, informationCodes }).toEqual({ warningCodes: warnings, informationCodes: information })
    expect(layers.T?.fit).toBeCloseTo(fit, 1)
  })

  test('says how small it is, as a warning or as information', async () => {
    const much = await reportOf({ ...text, fontSize: 60, wrap: 'none' })
    const percent = Math.round((much.layers.T?.fit ?? 0) * 100)
    expect(much).toMatchObject({
      warnings: [`layer "T": the text was made smaller to fit: ${percent} % of its font size`],
      information: [],
    })
    const little = await reportOf({ ...text, fontSize: 35, wrap: 'none' })
    expect(little).toMatchObject({ warnings: [], information: [expect.stringContaining('made smaller to fit')] })
  })

  test.each<[string, Layer]>([
    [
      'along a path',
      {
        ...box,
        type: 'path-text',
        name: 'T',
        text: 'Twelve words',
        shape: 'path',
        path: 'M0 20 L200 20',
        fontSize: 80,
        minFontSize: 60,
      },
    ],
    ['in a table', { type: 'table', name: 'T', ...box, rows: [['Tea', 'Cup']], fontSize: 40, minFontSize: 39 }],
  ])('%s is told to be as small as it may be', async (_, layer) => {
    const { layers, warningCodes } = await reportOf(layer)
    expect(layers.T?.atMinimum).toBe(true)
    expect(warningCodes).toContain('shrunk')
  })
})

describe('a picture with too few pixels', () => {
  // The picture has 80 x 40 pixels.
  const photo = { type: 'image', name: 'T', src: 'x', width: 80, height: 40 } as const
  const paint = { type: 'picture', src: 'x' } as const
  test.each<[string, Layer, number, number | undefined]>([
    ['as large as it is', photo, 1, undefined],
    ['at twice the scale', photo, 2, 2],
    ['in a larger box', { ...photo, width: 120 }, 1, 1.5],
    ['shown as a whole', { ...photo, width: 120, fit: 'contain' }, 1, undefined],
    ['stretched', { ...photo, height: 100, fit: 'fill' }, 1, 2.5],
    ['zoomed', { ...photo, zoom: 3 }, 1, 3],
    ['as a fill', { ...box, type: 'rectangle', name: 'T', fill: paint }, 1, 2.5],
    ['as the fill of a text', { ...text, fill: paint }, 1, 2.5],
    ['in a group', { ...box, type: 'group', name: 'G', children: [{ ...photo, width: 200, height: 50 }] }, 1, 2.5],
    [
      'as the fill of a group',
      { ...box, type: 'group', name: 'T', fit: 'hug', fill: paint, children: [{ ...text, name: 'In' }] },
      1,
      2.5,
    ],
    ['as the part of a chart', { ...box, type: 'chart', name: 'T', values: [1], colors: [paint] }, 1, 2.5],
    ['as a logo', { type: 'qr-code', name: 'T', value: 'x', logo: 'x', width: 1000, height: 1000 }, 1, 2.5],
  ])('%s', async (_, layer, scale, enlarged) => {
    const report = await reportOf(layer, { scale })
    expect(report.layers.T?.enlarged).toBe(enlarged)
    expect(report.warningCodes.includes('enlarged')).toBe(enlarged !== undefined)
  })

  test('that is enlarged by less than a quarter is information', async () => {
    const report = await reportOf({ ...photo, width: 96 })
    expect(report).toMatchObject({
      warningCodes: [],
      information: ['layer "T": the picture has too few pixels: it is enlarged to 120 % of its size'],
    })
  })

  test('as the background of the page', async () => {
    const { report } = await renderer.render({
      template: { schema: 1, width: 800, height: 40, background: paint, layers: [] },
      load: async () => twoHalves(),
    })
    expect(report.warnings).toEqual([
      'the background of the page: the picture has too few pixels: it is enlarged to 1000 % of its size',
    ])
  })

  test('on paper counts at the size of its pixels on a screen', async () => {
    expect((await reportOf(photo, { formats: ['pdf'] })).warningCodes).toEqual([])
    expect((await reportOf({ ...photo, width: 160 }, { formats: ['pdf'] })).warningCodes).toEqual(['enlarged'])
  })
})

describe('a code that is hard to scan', () => {
  const long = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-abcdefghijklmnop'
  const qr = { type: 'qr-code', name: 'T', value: 'x'.repeat(900), width: 140, height: 140 } as const
  const bars = { type: 'barcode', name: 'T', value: long, width: 560, height: 120 } as const
  const dense = ['hard_to_scan']
  test.each<[string, Layer, number, string[]]>([
    ['Code 128 of 54 characters in 560 px', bars, 1, dense],
    ['the same in twice the pixels', bars, 3, []],
    ['QR of 900 characters in 140 px', qr, 1, dense],
    ['QR in dots', { ...qr, moduleShape: 'dots' }, 1, dense],
    ['a short QR', { ...qr, value: 'https://example.com' }, 1, []],
    ['a short QR that is scaled down', { ...qr, value: 'https://example.com' }, 0.3, dense],
    ['Data Matrix', { ...bars, format: 'data-matrix', width: 40, height: 40 }, 1, dense],
    ['in a group', { type: 'group', name: 'G', ...box, children: [qr] }, 1, dense],
    ['light on dark', { ...qr, value: 'x', fill: '#fff', background: '#000' }, 1, dense],
    ['pale', { ...qr, value: 'x', fill: '#bbb' }, 1, dense],
  ])('%s', async (_, layer, scale, codes) => {
    const report = await reportOf(layer, { scale })
    expect(report.warningCodes).toEqual(codes)
  })

  test('says how thin it is on a screen, and on paper', async () => {
    expect((await reportOf(qr)).warnings).toEqual([
      expect.stringMatching(/^layer "T": the code is hard to scan: .* have 1\.\d\d pixels, and scanners need 2:/),
    ])
    expect((await reportOf({ ...qr, width: 120, height: 120 }, { formats: ['pdf'] })).warningCodes).toEqual([])
  })

  test.each<[string, number, RegExp]>([
    ['pixels', 1.996, /have 1\.99 pixels, and scanners need 2:/],
    ['mm', 0.2499, /have 0\.24 mm, and scanners need 0\.25:/],
  ])('is not told to have as many %s as it needs', (_, unit, message) => {
    const scale = unit < 1 ? { scale: 1, mmPerPx: unit / 4 } : { scale: unit / 4 }
    const facts = { unitPx: 4, leastPx: 2, width: 80, height: 80, contrast: 2.96, hasPicture: false }
    expect(codeWarnings(facts, scale).map((warning) => warning.message)).toEqual([
      expect.stringMatching(message),
      expect.stringMatching(/contrast is 2\.9:1, and scanners need 3:1:/),
    ])
  })

  test('is judged at the scale of the image that a small one stands for', async () => {
    const small = await reportOf({ ...qr, value: 'https://example.com' }, { scale: 0.3, reportScale: 1 })
    expect(small.warningCodes).toEqual([])
    expect((await reportOf(qr, { scale: 4, reportScale: 1 })).warningCodes).toEqual(dense)
    const photo = { type: 'image', name: 'T', src: 'x', width: 200, height: 100 } as const
    expect((await reportOf(photo, { scale: 0.3, reportScale: 1 })).layers.T?.enlarged).toBe(2.5)
  })

  test('because of a picture is information: its contrast is unknown', async () => {
    const report = await reportOf({ ...qr, value: 'x', background: { type: 'picture', src: 'x', zoom: 1 } })
    expect(report.informationCodes).toContain('hard_to_scan')
    expect(report.warningCodes).not.toContain('hard_to_scan')
  })
})
