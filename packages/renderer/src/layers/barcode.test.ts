import bwip from 'bwip-js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { scan } from '#renderer/codes/scan.test-kit.ts'
import { black, blue, drawPage, halves, type Page, red, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const code = { type: 'barcode', name: 'Code', width: 300, height: 200 } as const
const rawSchema = z.tuple([
  z.object({
    sbs: z.array(z.number()).default([]),
    pixs: z.array(z.number()).default([]),
    pixx: z.number().default(0),
    pixy: z.number().default(0),
  }),
])

/** Dark (true) and light units from left to right, straight from the encoder. */
function unitsOf(id: string, value: string): boolean[] {
  const [{ sbs }] = rawSchema.parse(bwip.raw(id, value, {}))
  return sbs.flatMap((width, at) => Array.from({ length: width }, () => at % 2 === 0))
}

const turns = [
  { scale: 1, rotation: 0 },
  { scale: 3, rotation: 0 },
  { scale: 2, rotation: 30 },
  { scale: 2, rotation: 261 },
]

describe('a barcode', () => {
  test.each(['code-128', 'data-matrix'] as const)(
    'of the kind %s takes a picture as its dark parts',
    async (format) => {
      const load = async () => twoHalves()
      const small = { ...code, format, width: 100, height: 100, value: 'A', quietZone: 0, showText: false }
      const page = await drawPage([{ ...small, fill: halves }], { load })
      expect([page.at(1, 95), page.at(98, 95)]).toEqual([red, blue])
      const without = await drawPage([{ ...small, fill: { ...halves, src: '' }, background: halves }], { load })
      expect(without.at(1, 95)).toEqual(black)
      const pale = await drawPage([{ ...small, fill: '#ffffff', background: { ...halves, src: '' } }], { load })
      expect(pale.at(1, 95)).toEqual(black)
      const behind = await drawPage([{ ...small, background: halves }], { load })
      const seen = (page: Page) => Array.from({ length: 100 }, (_, x) => `${page.at(x, 5)}`)
      expect([seen(without).includes(`${white}`), seen(without).includes(`${blue}`)]).toEqual([true, false])
      expect([seen(behind).includes(`${white}`), seen(behind).includes(`${blue}`)]).toEqual([false, true])
    },
  )

  test.each([
    ['ean-13', 'ean13', '9780201379624', 11],
    ['ean-8', 'ean8', '12345670', 7],
    ['upc-a', 'upca', '012345678905', 9],
    ['itf-14', 'itf14', '15400141288763', 10],
    ['code-128', 'code128', 'Order #4711/b', 10],
    ['code-39', 'code39', 'AB-12.5', 10],
  ] as const)('%s has every bar in its place', async (format, id, value, quiet) => {
    const units = unitsOf(id, value)
    const unit = 300 / (units.length + 2 * quiet)
    for (const turn of turns) {
      const picture = await scan({ ...code, format, value }, turn)
      const read = units.map((_, at) => picture.darknessAt((quiet + at + 0.5) * unit, 60) > 0.5)
      expect(read).toEqual(units)
      expect(picture.darknessAt(unit * (quiet / 2), 60)).toBe(0)
    }
  })

  test.each([
    ['data-matrix', 'datamatrix', 1],
    ['pdf417', 'pdf417', 2],
    ['aztec', 'azteccode', 1],
  ] as const)('%s has every square in its place', async (format, id, quiet) => {
    const value = 'https://example.com/4711'
    const [{ pixs: rows, pixx, pixy }] = rawSchema.parse(bwip.raw(id, value, {}))
    const repeat = (pixx * pixy) / rows.length
    const pixs = Array.from({ length: pixx * pixy }, (_, at) => {
      return rows[Math.floor(Math.floor(at / pixx) / repeat) * pixx + (at % pixx)]
    })
    const side = Math.min(300 / (pixx + 2 * quiet), 200 / (pixy + 2 * quiet))
    const [left, top] = [(300 - side * pixx) / 2, (200 - side * pixy) / 2]
    for (const turn of turns) {
      const picture = await scan({ ...code, format, value }, turn)
      const read = pixs.map((_, at) => {
        const [column, row] = [at % pixx, Math.floor(at / pixx)]
        return picture.darknessAt(left + (column + 0.5) * side, top + (row + 0.5) * side) > 0.5 ? 1 : 0
      })
      expect(read).toEqual(pixs)
    }
  })

  test.each<[string, object]>([
    ['upright', {}],
    ['lying', { rotation: 90 }],
    ['mirrored', { flip: 'horizontal' }],
  ])('has no grey between bars of parts of pixels, %s', async (_, change) => {
    const box = { x: 1.3, y: 1.6, width: 96.9, height: 96.9, quietZone: 0, showText: false }
    const page = await drawPage([{ ...code, ...box, value: 'A', ...change }])
    const inside = Array.from({ length: 90 }, (_, at) => at + 5)
    const shades = inside.flatMap((at) => [page.at(at, 50)[0], page.at(50, at)[0]])
    expect(new Set(shades)).toEqual(new Set([0, 255]))
  })

  test('writes its value below, or not', async () => {
    const darkRows = async (showText: boolean) => {
      const picture = await scan({ ...code, format: 'code-128', value: 'Hello', showText })
      const dark = (y: number) =>
        Array.from({ length: 300 }, (_, x) => picture.darknessAt(x, y)).some((each) => each > 0.5)
      return [100, 165, 184].map(dark)
    }
    expect(await darkRows(true)).toEqual([true, false, true])
    expect(await darkRows(false)).toEqual([true, true, true])
  })

  test('adds the check digit, and takes numbers as people write them', async () => {
    const rows = await Promise.all(
      ['9780201379624', '978020137962', '978-0-201-37962-4'].map(async (value) => {
        const picture = await scan({ ...code, format: 'ean-13', value })
        return Array.from({ length: 300 }, (_, x) => Math.round(picture.darknessAt(x, 60)))
      }),
    )
    expect(rows[1]).toEqual(rows[0])
    expect(rows[2]).toEqual(rows[0])
  })

  test.each([
    [
      'ean-13',
      '9780201379625',
      'EAN-13 code: its last digit should be 4 (9780201379624); check the number, or omit its last digit',
    ],
    ['ean-13', '97802', 'EAN-13 code: it has 5 digits and needs 13 digits, or 12 without the check digit'],
    ['ean-8', 'A1234567', 'EAN-8 code: it may contain only digits'],
    [
      'upc-a',
      '012345678900',
      'UPC-A code: its last digit should be 5 (012345678905); check the number, or omit its last digit',
    ],
    ['code-128', 'Käse', 'Code 128: "ä" is not supported (only ASCII characters are); use a QR code'],
    ['code-39', 'a_b', 'Code 39: "_" is not supported (only A-Z, 0-9, space and -.$/+% are); use Code 128'],
    ['data-matrix', 'x'.repeat(2999), 'DataMatrix code: it is too long; use a shorter one'],
  ] as const)('%s refuses "%s" and names the cure', async (format, value, reason) => {
    const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value
    await expect(drawPage([{ ...code, format, value }])).rejects.toMatchObject({
      code: 'value_invalid',
      layer: 'Code',
      message: `layer "Code": the value "${shown}" cannot be encoded as ${reason}`,
    })
  })
})
