import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { parseTemplate } from '#renderer/template/template.ts'
import { halves, renderer, twoHalves } from '#renderer/testing/render.test-kit.ts'

const PAGE_PX = 120
const box = { name: 'Layer', x: 20.3, y: 25.4, width: 70.5, height: 60.7 }

type Bytes = Uint8Array<ArrayBufferLike>

interface View {
  readonly rotation: number
  readonly scale: number
}

/** Draws a layer on a white page, and returns the red, green and blue of its pixels. */
async function draw(layer: object, { rotation, scale }: View, picture: Bytes = new Uint8Array()): Promise<Bytes> {
  const layers = [{ ...box, rotation, ...layer }]
  const template = parseTemplate({ schema: 1, width: PAGE_PX, height: PAGE_PX, background: '#ffffff', layers })
  const { files } = await renderer.render({ template, scale, load: async () => picture, formats: ['png'] })
  return sharp(files[0]?.bytes).removeAlpha().raw().toBuffer()
}

/** As wide to high as the layers: also contained in them, it fills them. */
const redPicture = (): Promise<Bytes> =>
  sharp({ create: { width: 705, height: 607, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()

const outlined = (position: string) => (color: unknown) => ({
  type: 'rectangle',
  fill: color,
  stroke: { color, position, width: 9 },
})
const bars = { type: 'chart', chart: 'bar', values: [3, 3, 3, 3], gap: 0 }
const rows = {
  type: 'table',
  rows: [
    ['', ''],
    ['', ''],
    ['', ''],
  ],
  fill: 'transparent',
  lines: 'none',
}
const corner = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

const painted: Readonly<Record<string, (paint: unknown) => object>> = {
  'a rectangle': (fill) => ({ type: 'rectangle', fill }),
  'a rectangle with round corners': (fill) => ({ type: 'rectangle', fill, radius: 12 }),
  'a rectangle with an outline inside': outlined('inside'),
  'a rectangle with an outline on its edge': outlined('center'),
  'a rectangle with an outline around it': outlined('outside'),
  'an ellipse': (fill) => ({ type: 'ellipse', fill }),
  'a star': (fill) => ({ type: 'star', fill }),
  'a group': (fill) => ({ type: 'group', fill, children: [] }),
  'a group that fits its layers': (fill) => ({
    type: 'group',
    layout: 'row',
    fit: 'hug',
    width: 5,
    height: 5,
    fill,
    children: [{ ...box, name: 'Inside', type: 'rectangle', fill: 'transparent' }],
  }),
  'a line': (color) => ({ type: 'line', points: corner, color, thickness: 5 }),
  'bars that touch': (paint) => ({ ...bars, colors: [paint] }),
  'lying bars that touch': (paint) => ({ ...bars, colors: [paint], horizontal: true }),
  'a pie': (paint) => ({ ...bars, chart: 'pie', colors: bars.values.map(() => paint), legend: 'none' }),
  'progress and its track': (paint) => ({
    ...bars,
    chart: 'progress',
    values: [60],
    colors: [paint],
    trackFill: paint,
  }),
  'the rows of a table': (paint) => ({ ...rows, fill: paint, alternateFill: paint, headerFill: paint }),
  'the lines of a table': (paint) => ({ ...rows, lines: 'all', lineFill: paint }),
  'a QR code': (paint) => ({ type: 'qr-code', value: 'A', fill: paint, background: paint }),
  'a barcode': (paint) => ({ type: 'barcode', format: 'code-128', value: 'A', fill: paint, background: paint }),
  'a rating': (paint) => ({ type: 'rating', value: 5, fill: paint }),
}

const views: readonly View[] = [
  { rotation: 0, scale: 1 },
  { rotation: 11, scale: 0.3 },
  { rotation: 45, scale: 1.7 },
]

/** A cut edge is smoothed in fewer steps than a filled one. */
const CUT_STEP = 8

describe.each(views)('turned by $rotation degrees at a scale of $scale', (view) => {
  test.each(Object.entries(painted))('a picture of one colour paints %s as the colour does', async (_, layerOf) => {
    const plain = await draw(layerOf('#ff0000'), view)
    const drawn = await draw(layerOf({ type: 'picture', src: 'x' }), view, await redPicture())
    expect(mostBetween(drawn, plain)).toBeLessThanOrEqual(CUT_STEP)
  })

  test.each(Object.entries(painted))('the edges of %s have their own side of a picture', async (_, layerOf) => {
    const drawn = await draw(layerOf(halves), view, await twoHalves())
    expect(strangers(drawn, view)).toEqual([])
  })
})

test.each(['a rectangle', 'an ellipse', 'bars that touch'])(
  'a picture contained in %s fills it to its edges',
  async (name) => {
    const view = { rotation: 11, scale: 1 }
    const layerOf = painted[name] ?? (() => ({}))
    const plain = await draw(layerOf('#ff0000'), view)
    const drawn = await draw(layerOf({ type: 'picture', src: 'x', fit: 'contain' }), view, await redPicture())
    expect(mostBetween(drawn, plain)).toBeLessThanOrEqual(CUT_STEP)
  },
)

test('bars that touch show nothing of what is behind them', async () => {
  const view = { rotation: 11, scale: 1 }
  const one = await draw({ ...bars, values: [3], colors: ['#ff0000'] }, view)
  const four = await draw({ ...bars, colors: ['#ff0000'] }, view)
  const isInside = (at: number) => at % 3 > 0 && one[at] === 0
  expect(four.filter((each, at) => isInside(at) && each > CUT_STEP)).toHaveLength(0)
})

/** Of any channel of any pixel. */
function mostBetween(one: Bytes, other: Bytes): number {
  return one.reduce((most, each, at) => Math.max(most, Math.abs(each - (other[at] ?? 0))), 0)
}

/** Where the left half is not as red, and the right half not as blue, as red and blue on white are. */
function strangers(drawn: Bytes, { rotation, scale }: View): [x: number, y: number][] {
  const [sidePx, radians] = [PAGE_PX * scale, (rotation * Math.PI) / 180]
  const [centerX, centerY] = [box.x + box.width / 2, box.y + box.height / 2]
  return Array.from({ length: sidePx ** 2 }, (_, at): [number, number] => [
    at % sidePx,
    Math.floor(at / sidePx),
  ]).filter(([x, y]) => {
    const [right, down] = [(x + 0.5) / scale - centerX, (y + 0.5) / scale - centerY]
    const across = right * Math.cos(radians) + down * Math.sin(radians)
    const own = drawn[(y * sidePx + x) * 3 + (across < 0 ? 0 : 2)] ?? 0
    return Math.abs(across) > 3 / scale && own < 255 - CUT_STEP
  })
}
