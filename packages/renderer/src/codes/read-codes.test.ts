import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer, twoHalves } from '#renderer/testing/render.test-kit.ts'
import { moduleShapes } from './code-looks.ts'
import type { barKinds, matrixKinds } from './symbologies.ts'

type Layer = TemplateInput['layers'][number]

const decoder = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
const { buffer } = new Uint8Array(readFileSync(decoder))
prepareZXingModule({ overrides: { wasmBinary: buffer } })

/** Every code of bars with a text, its name in the decoder, and its width in units with the quiet zone. */
const bars = {
  'ean-13': ['9780201379624', 'EAN13', 117],
  'ean-8': ['12345670', 'EAN8', 81],
  // Its twelve digits are those of an EAN-13 that begins with 0.
  'upc-a': ['012345678905', 'EAN13', 113],
  'itf-14': ['15400141288763', 'ITF', 127],
  'code-128': ['Order #4711/b', 'Code128', 198],
  'code-39': ['AB-12.5 $/+%', 'Code39', 244],
} as const satisfies Record<keyof typeof barKinds, readonly [string, string, number]>

/** Every code of squares with a text and the width of a small one. */
const matrices = {
  'data-matrix': ['https://example.com/4711?q=1', 80],
  pdf417: ['https://example.com/4711', 280],
  aztec: ['https://example.com/4711', 90],
} as const satisfies Record<keyof typeof matrixKinds, readonly [string, number]>

interface Look {
  readonly name: string
  readonly isSmall?: boolean
  readonly rotation?: number
  readonly colors?: { fill: string; background: string }
  readonly format?: 'png' | 'jpeg'
}

const looks: readonly Look[] = [
  { name: 'large' },
  { name: 'small', isSmall: true },
  { name: 'small, as JPEG', isSmall: true, format: 'jpeg' },
  { name: 'in colours', colors: { fill: '#1e3a8a', background: '#fde68a' }, format: 'jpeg' },
]

/** A scanner reads bars along a line that has to cross all of them. */
const turnedBars: readonly Look[] = [
  ...looks,
  { name: 'turned by 8 degrees', rotation: 8 },
  { name: 'turned by 90 degrees, as JPEG', rotation: 90, format: 'jpeg' },
  { name: 'upside down', rotation: 180 },
]

const turnedSquares: readonly Look[] = [
  ...looks,
  { name: 'turned by 30 degrees', rotation: 30 },
  { name: 'turned by 168 degrees, as JPEG', rotation: 168, format: 'jpeg' },
]

function entriesOf<Key extends string, Item>(record: Readonly<Record<Key, Item>>): [Key, Item][]
function entriesOf(record: Readonly<Record<string, unknown>>) {
  return Object.entries(record)
}

/** What a decoder finds in the picture. */
async function read(
  layer: Layer,
  {
    width,
    height,
    format = 'png',
    rotation = 0,
  }: Pick<Look, 'format' | 'rotation'> & { width: number; height: number },
) {
  const side = Math.ceil(Math.hypot(width, height)) + 20
  const [x, y] = [Math.round((side - width) / 2), Math.round((side - height) / 2)]
  const placed = { ...layer, x, y, width, height, rotation }
  const template: TemplateInput = { schema: 1, width: side, height: side, background: '#f1f5f9', layers: [placed] }
  const { files } = await renderer.render({ template, formats: [format] })
  const found = await readBarcodes(files[0]?.bytes ?? new Uint8Array(), { maxNumberOfSymbols: 4 })
  return found.map((code) => ({ text: code.text, format: String(code.format) }))
}

describe('a decoder reads', () => {
  test.each(entriesOf(bars))('%s', async (format, [value, decoded, units]) => {
    const text = format === 'upc-a' ? `0${value}` : value
    for (const look of turnedBars) {
      // Two pixels are the thinnest bar that is there in any position; hardly anybody makes a box for whole pixels.
      const size = { width: units * (look.isSmall ? 2.02 : 4), height: look.isSmall ? 80 : 160 }
      const code = { type: 'barcode', name: 'Code', format, value, ...size, ...look.colors } as const
      expect(await read(code, { ...look, ...size }), look.name).toEqual([{ text, format: decoded }])
    }
  })

  test.each(entriesOf(matrices))('%s', async (format, [value, small]) => {
    for (const look of format === 'pdf417' ? turnedBars : turnedSquares) {
      const width = look.isSmall ? small : small * 2
      const size = { width, height: format === 'pdf417' ? Math.round(width * 0.4) : width }
      const code = { type: 'barcode', name: 'Code', format, value, ...size, ...look.colors } as const
      expect(await read(code, { ...look, ...size }), look.name).toMatchObject([{ text: value }])
    }
  })

  const url = 'https://example.com/4711?q=äöü 日本 🎉'

  test.each(turnedSquares)('a QR code, $name', async (look) => {
    const side = look.isSmall ? 100 : 300
    const size = { width: side, height: side }
    const code = { type: 'qr-code', name: 'Code', value: url, ...size, ...look.colors } as const
    expect(await read(code, { ...look, ...size })).toMatchObject([{ text: url }])
  })

  test('a QR code in every shape, at every level, and with a logo', async () => {
    const size = { width: 240, height: 240 }
    const code = { type: 'qr-code', name: 'Code', value: url, ...size } as const
    const logo = `data:image/png;base64,${Buffer.from(await twoHalves()).toString('base64')}`
    const shapes = moduleShapes.flatMap((moduleShape) =>
      (['square', 'rounded', 'circle'] as const).map((eyeShape) => ({ moduleShape, eyeShape })),
    )
    const levels = (['L', 'M', 'Q', 'H'] as const).map((errorLevel) => ({ errorLevel }))
    for (const look of [...shapes, ...levels, { logo }, { logo, logoSize: 0.25 }]) {
      expect(await read({ ...code, ...look }, size), JSON.stringify(look).slice(0, 80)).toMatchObject([{ text: url }])
    }
  })
})
