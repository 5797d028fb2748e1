import { describe, expect, test } from 'vitest'
import { untilReady } from '#renderer/async/pending.ts'
import { encodeMatrix } from '#renderer/codes/encode.ts'
import { type Scan, scan } from '#renderer/codes/scan.test-kit.ts'
import { black, blue, drawPage, halves, red, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const value = 'https://example.com/products/4711?ref=é'
const code = { type: 'qr-code', name: 'Code', width: 300, height: 200, value } as const

function matrixOf(eclevel: string) {
  return encodeMatrix(value, { id: 'qrcode', name: 'QR code', options: { eclevel } })
}

// What encodes is loaded when it is first asked for.
await untilReady([() => matrixOf('M')])

/** The squares that are not as they should be, out of all. */
function wrongSquares(picture: Scan, eclevel: string, quietZone = 4): [number, number][] {
  const matrix = matrixOf(eclevel)
  const side = 200 / (matrix.columns + 2 * quietZone)
  const wrong: [number, number][] = []
  for (let row = -quietZone; row < matrix.rows + quietZone; row++) {
    for (let column = -quietZone; column < matrix.columns + quietZone; column++) {
      const [x, y] = [50 + (column + quietZone + 0.5) * side, (row + quietZone + 0.5) * side]
      const isDark = row >= 0 && row < matrix.rows && matrix.isDark(column, row)
      if (picture.darknessAt(x, y) > 0.5 !== isDark) wrong.push([column, row])
    }
  }
  return wrong
}

describe('a QR code', () => {
  test('takes pictures as its squares and as what is behind them; without one it is black on white', async () => {
    const load = async () => twoHalves()
    const small = { ...code, width: 100, height: 100, value: 'A', quietZone: 0 }
    const page = await drawPage([{ ...small, fill: halves }], { load })
    expect([page.at(2, 2), page.at(97, 2), page.at(7, 7)]).toEqual([red, blue, white])
    const eyes = await drawPage([{ ...small, eyeFill: halves, background: { ...halves, src: '' } }], { load })
    expect([eyes.at(2, 2), eyes.at(97, 2), eyes.at(7, 7)]).toEqual([black, black, white])
    const behind = await drawPage([{ ...small, fill: { ...halves, src: '' }, background: halves }], { load })
    expect([behind.at(2, 2), behind.at(7, 7), behind.at(92, 7)]).toEqual([black, white, white])
    const pale = await drawPage([{ ...small, fill: '#ffffff', background: { ...halves, src: '' } }], { load })
    expect([pale.at(2, 2), pale.at(7, 7)]).toEqual([black, white])
    const pictured = await drawPage([{ ...small, background: halves }], { load })
    expect([pictured.at(2, 2), pictured.at(7, 7), pictured.at(92, 7)]).toEqual([black, red, blue])
  })

  test.each([
    [1, 0],
    [0.5, 0],
    [2.3, 0],
    [1, 45],
    [1.5, 173],
  ])('has every square in its place at scale %s, turned by %s°', async (scale, rotation) => {
    const picture = await scan(code, { scale, rotation })
    expect(wrongSquares(picture, 'M')).toEqual([])
  })

  test.each(['L', 'M', 'Q', 'H'] as const)('takes level %s', async (errorLevel) => {
    expect(wrongSquares(await scan({ ...code, errorLevel }), errorLevel)).toEqual([])
  })

  test.each([
    ['square', 'circle'],
    ['rounded', 'rounded'],
    ['dots', 'square'],
  ] as const)('keeps its squares as %s with %s corners', async (moduleShape, eyeShape) => {
    const picture = await scan({ ...code, moduleShape, eyeShape }, { scale: 2 })
    const columns = matrixOf('M').columns
    const inEye = ([column, row]: [number, number]) =>
      (column < 7 || column >= columns - 7) && (row < 7 || row >= columns - 7)
    const wrong = wrongSquares(picture, 'M')
    // Round corners are corners of the eyes only.
    expect(wrong.filter((square) => !inEye(square))).toEqual([])
    expect(wrong.length).toBeLessThanOrEqual(48)
  })

  test('hides with its logo no more than its error correction makes good', async () => {
    const logo = `data:image/png;base64,${Buffer.from(await twoHalves()).toString('base64')}`
    const picture = await scan({ ...code, logo, logoSize: 0.25 }, { scale: 2 })
    const wrong = wrongSquares(picture, 'H')
    expect(wrong.length).toBeGreaterThan(5)
    expect(wrong.length / matrixOf('H').columns ** 2).toBeLessThan(0.1)
    const page = await drawPage([{ ...code, width: 100, height: 100, logo }])
    expect([page.at(45, 50), page.at(55, 50)]).toEqual([red, blue])
  })

  test('takes colours and a quiet zone', async () => {
    const page = await drawPage([
      {
        ...code,
        width: 100,
        height: 100,
        fill: '#0000ff',
        eyeFill: '#ff0000',
        background: 'transparent',
        quietZone: 0,
      },
    ])
    expect([page.at(1, 1), page.at(4, 4)]).toEqual([red, white])
  })

  test('is empty for an empty value, and says so', async () => {
    const page = await drawPage([{ ...code, value: { bind: 'Url' } }])
    expect(page.at(50, 50)).toEqual(white)
    expect(page.report.layers.Code).toEqual({ missing: 'no value given' })
    expect(page.report.warnings).toEqual(['layer "Code": no value given'])
  })

  test('refuses what does not fit', async () => {
    await expect(drawPage([{ ...code, errorLevel: 'H', value: 'x'.repeat(2000) }])).rejects.toMatchObject({
      code: 'value_invalid',
      layer: 'Code',
      message: `layer "Code": the value "${'x'.repeat(40)}…" cannot be encoded as QR code: it is too long; use a shorter one`,
    })
  })

  test('takes as long in any shape: at most three times as long as in squares', async () => {
    const large = { ...code, errorLevel: 'L', width: 560, height: 560 } as const
    const logo = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    const measure = async (layer: object) => {
      const start = process.cpuUsage()
      await drawPage([{ ...large, ...layer }], { load: async () => logo })
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    // Level H holds less, so a code with a logo has as many squares for a shorter value.
    const plain = { value: 'x'.repeat(1500) }
    const marked = { value: 'x'.repeat(600), logo: 'logo.svg' }
    const others = [
      { ...plain, moduleShape: 'rounded', eyeShape: 'circle' },
      { ...plain, moduleShape: 'dots', eyeShape: 'circle' },
      { ...marked, moduleShape: 'rounded' },
      { ...marked, moduleShape: 'dots' },
    ]
    const ratios = others.map(() => [] as number[])
    // In turn: what else the machine does slows all of them.
    for (let round = 0; round < 15; round++) {
      const squares = { plain: await measure(plain), marked: await measure(marked) }
      for (const [at, other] of others.entries())
        ratios[at]?.push((await measure(other)) / squares['logo' in other ? 'marked' : 'plain'])
    }
    const median = (list: number[]) => list.toSorted((one, other) => one - other)[7]
    expect(ratios.map(median).filter((ratio) => !ratio || ratio > 3)).toEqual([])
  })
})
