import { describe, expect, test } from 'vitest'
import { blue, drawPage, halves, red, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const colors = ['#ff0000', '#0000ff']
const chart = { type: 'chart' as const, name: 'Chart', width: 100, height: 100, colors, gap: 0 }

describe('a chart', () => {
  test('takes pictures as its parts, what is beyond them, and its words', async () => {
    const load = async () => twoHalves()
    const page = await drawPage([{ ...chart, values: [10], colors: [halves] }], { load })
    expect([page.at(10, 50), page.at(90, 50)]).toEqual([red, blue])
    const track = await drawPage([{ ...chart, chart: 'progress', values: [0], trackFill: halves }], { load })
    expect([track.at(10, 50), track.at(90, 50)]).toEqual([red, blue])
    const words = { ...chart, values: [0], labels: ['██'], fontSize: 40, textFill: halves }
    const inked = await drawPage([words], { load })
    expect([inked.at(40, 75), inked.at(60, 75)]).toEqual([red, blue])
  })

  test('reads a picture once for all parts that it paints', async () => {
    let reads = 0
    const load = async () => {
      reads++
      return twoHalves()
    }
    // Each for itself, they would have more pixels than pictures may have together.
    const large = {
      ...chart,
      width: 2500,
      height: 2500,
      values: [10],
      colors: Array.from({ length: 40 }, () => halves),
    }
    const page = await drawPage([{ ...large, trackFill: halves, textFill: { ...halves, zoom: 2 } }], { load })
    expect([page.at(50, 50), reads]).toEqual([red, 2])
  })

  test('of bars is as high as its values, on both sides of 0', async () => {
    const page = await drawPage([{ ...chart, values: [10, 5, -10] }])
    expect([page.at(16, 2), page.at(50, 24), page.at(50, 26), page.at(83, 52), page.at(83, 98)]).toEqual([
      red,
      white,
      blue,
      red,
      red,
    ])
  })

  test('of lying bars begins at the left', async () => {
    const page = await drawPage([{ ...chart, horizontal: true, values: [10, 5] }])
    expect([page.at(98, 25), page.at(48, 75), page.at(52, 75)]).toEqual([red, blue, white])
  })

  test.each([
    ['a list in the template', [10, 5], {}],
    ['text', '10, 5', {}],
    ['a field with a list', { bind: 'Sales' }, { Sales: [10, 5] }],
    ['a field with a list as JSON', { bind: 'Sales' }, { Sales: '[10, 5]' }],
    ['several fields, numbers as text', { bind: ['A', 'B'] }, { A: '10', B: '5' }],
    ['several fields, each bound', [{ bind: 'A' }, { bind: 'B' }], { A: 10, B: 5 }],
  ])('takes its values from %s', async (_, values, record) => {
    const page = await drawPage([{ ...chart, values }], { values: record })
    expect([page.at(25, 2), page.at(75, 48), page.at(75, 52)]).toEqual([red, white, blue])
  })

  test('counts an empty field as 0, and refuses what is no number', async () => {
    const layers = [{ ...chart, values: { bind: ['A', 'B'] } }]
    const page = await drawPage(layers, { values: { A: 3 } })
    expect([page.at(25, 2), page.at(75, 98)]).toEqual([red, white])
    await expect(drawPage(layers, { values: { A: 'many', B: 1 } })).rejects.toMatchObject({
      code: 'value_invalid',
      layer: 'Chart',
    })
  })

  test('of a line goes from value to value, over its area', async () => {
    const page = await drawPage([{ ...chart, chart: 'area', thickness: 4, values: [0, 10, 0] }])
    expect([page.at(50, 3), page.at(25, 50), page.at(50, 60), page.at(10, 20)]).toEqual([red, red, blue, white])
    const line = await drawPage([{ ...chart, chart: 'line', thickness: 4, values: [0, 10, 0] }])
    expect(line.at(50, 60)).toEqual(white)
  })

  test('of parts begins at the top and goes clockwise', async () => {
    const pie = await drawPage([{ ...chart, chart: 'pie', values: [1, 3] }])
    expect([pie.at(70, 30), pie.at(70, 70), pie.at(30, 30), pie.at(3, 3)]).toEqual([red, blue, blue, white])
    const donut = await drawPage([{ ...chart, chart: 'donut', innerRadius: 0.5, values: [1, 3] }])
    expect([donut.at(80, 30), donut.at(55, 45)]).toEqual([red, white])
  })

  test.each(['pie', 'donut', 'ring'] as const)('as a %s begins where startAngle says', async (form) => {
    const round = { ...chart, chart: form, innerRadius: 0.5, trackFill: '#0000ff', ...(form === 'ring' && { max: 4 }) }
    const values = form === 'ring' ? [1] : [1, 3]
    const corners = async (startAngle: number) => {
      const page = await drawPage([{ ...round, values, startAngle }])
      return [page.at(80, 20), page.at(80, 80), page.at(20, 80), page.at(20, 20)]
    }
    expect(await corners(0)).toEqual([red, blue, blue, blue])
    expect(await corners(90)).toEqual([blue, red, blue, blue])
    expect(await corners(-90)).toEqual([blue, blue, blue, red])
  })

  test('as a pie has its legend on the side that is asked for', async () => {
    const pie = { ...chart, chart: 'pie' as const, height: 50, values: [1], labels: ['A'], fontSize: 10 }
    const inkAt = async (legend: 'right' | 'left' | 'none') => {
      const page = await drawPage([{ ...pie, legend }])
      return [10, 50, 90].map((x) => page.at(x, 30)[1] === 0)
    }
    expect(await inkAt('right')).toEqual([true, false, false])
    expect(await inkAt('left')).toEqual([false, false, true])
    expect(await inkAt('none')).toEqual([false, true, false])
  })

  test('of progress stops at its goal', async () => {
    const bar = { ...chart, chart: 'progress', height: 20, trackFill: '#0000ff' } as const
    const some = await drawPage([{ ...bar, values: [25] }])
    expect([some.at(23, 10), some.at(27, 10)]).toEqual([red, blue])
    const over = await drawPage([{ ...bar, max: 10, values: [25] }])
    expect(over.at(99, 10)).toEqual(red)
    const ring = await drawPage([{ ...chart, chart: 'ring', values: [25], trackFill: '#0000ff' }])
    expect([ring.at(85, 35), ring.at(85, 65), ring.at(50, 50)]).toEqual([red, blue, white])
  })

  test('writes labels, values and an axis', async () => {
    const inked = async (change: object) => {
      const page = await drawPage([{ ...chart, colors: ['transparent'], textFill: '#000000', fontSize: 12, ...change }])
      return Array.from({ length: 100 * 100 }, (_, at) => page.at(at % 100, Math.floor(at / 100))).filter(
        ([channel = 0]) => channel < 128,
      ).length
    }
    const values = [10, 5]
    expect(await inked({ values })).toBe(0)
    expect(await inked({ values, labels: ['A', 'B'] })).toBeGreaterThan(20)
    expect(await inked({ values, showValues: true })).toBeGreaterThan(20)
    expect(await inked({ values, axis: true })).toBeGreaterThan(40)
  })

  test.each(['bar', 'line', 'area', 'pie', 'donut', 'progress', 'ring'] as const)(
    '%s of nothing is no error',
    async (form) => {
      for (const values of [[], [0], [0, 0, 0], [-1]]) {
        await drawPage([{ ...chart, chart: form, values, labels: 'A, B', axis: true, showValues: true }])
      }
    },
  )

  const names = Array.from({ length: 12 }, (_, at) => `Channel ${at + 1}`)
  const twelve = names.map((_, at) => 12 - at)
  const wide = { ...chart, width: 420, height: 260, fontSize: 16 } as const
  const reportOf = async (layer: Parameters<typeof drawPage>[0][number]) => (await drawPage([layer])).report

  test('counts in its legend what has no room, and says so', async () => {
    const pie = { ...wide, chart: 'pie', values: twelve, labels: names, height: 140 } as const
    const { layers, warnings } = await reportOf(pie)
    expect(layers.Chart?.leftOut).toMatchObject({ legend: 6 })
    expect(warnings).toContain('layer "Chart": the legend has no room for 6 more entries')
    expect((await reportOf({ ...pie, height: 260 })).layers.Chart?.leftOut?.legend).toBeUndefined()
    expect((await reportOf({ ...pie, height: 10 })).layers.Chart?.leftOut?.legend).toBe(12)
  })

  test('gives no two parts of a whole the same colour, as long as shades can be told apart', async () => {
    const pie = { ...chart, chart: 'pie', values: Array.from({ length: 4 }, () => 1) } as const
    const page = await drawPage([pie])
    const seen = [page.at(60, 40), page.at(60, 60), page.at(40, 60), page.at(40, 40)].map(String)
    expect(new Set(seen).size).toBe(4)
    expect(seen.slice(0, 2)).toEqual([String(red), String(blue)])
    const ten = { ...pie, values: Array.from({ length: 10 }, () => 1) }
    expect((await reportOf(ten)).warningCodes).toEqual([])
    const eleven = { ...pie, values: Array.from({ length: 11 }, () => 1) }
    expect((await reportOf(eleven)).warnings).toEqual([
      'layer "Chart": 1 part has the colour of another one: add colours',
    ])
    // Bars are told apart by their places.
    expect((await reportOf({ ...eleven, chart: 'bar' })).warningCodes).toEqual([])
  })

  test('keeps long labels readable: all of one size, cut or left out', async () => {
    const few = await reportOf({
      ...wide,
      values: [1, 2, 3, 4],
      labels: ['Tea', 'A very long name of a bar', 'Cup', 'Pot'],
    })
    expect(few.layers.Chart?.leftOut).toEqual({ cut: 1 })
    expect(few.warningCodes).toEqual(['truncated'])
    const many = await reportOf({
      ...wide,
      values: Array.from({ length: 40 }, () => 1),
      labels: names.join().repeat(3),
    })
    expect(many.layers.Chart?.leftOut?.labels).toBeGreaterThan(20)
    expect((await reportOf({ ...wide, values: [1, 2, 3], labels: 'Tea,Cup,Pot' })).layers.Chart).toBeUndefined()
    const lying = {
      ...wide,
      horizontal: true,
      values: twelve,
      labels: names.map((name) => `${name} of this whole year`),
    }
    expect((await reportOf(lying)).layers.Chart?.leftOut).toEqual({ cut: 12 })
  })

  test('measures words as they are, not as wide as the chart', async () => {
    const words = 'A name that is much longer than its chart is wide'
    const bar = { ...wide, width: 200, values: [1], labels: [words] }
    expect((await reportOf(bar)).layers.Chart?.leftOut).toEqual({ cut: 1 })
    const pie = { ...wide, chart: 'pie' as const, width: 1000, height: 100, values: [1], labels: [words.repeat(4)] }
    expect((await reportOf(pie)).layers.Chart?.leftOut).toEqual({ cut: 1 })
  })

  test('leaves out values that have no room, because a number that is cut is another number', async () => {
    const values = Array.from({ length: 40 }, (_, at) => 1000 + at)
    const { layers, warnings } = await reportOf({ ...wide, showValues: true, values })
    expect(layers.Chart?.leftOut).toEqual({ values: 40 })
    expect(warnings).toEqual(['layer "Chart": 40 values have no room and are not shown'])
  })

  test.each([false, true])(
    'sets the value of a negative bar beyond its end, not on its label (horizontal: %s)',
    async (horizontal) => {
      const look = { colors: ['#ff0000'], textFill: '#0000ff', fontSize: 10, showValues: true }
      const page = await drawPage([{ ...chart, ...look, horizontal, values: [-5, 5] }], { scale: 3 })
      expect(page.report.warnings).toEqual([])
      const places = Array.from({ length: 300 * 150 }, (_, at) => [Math.floor(at / 150), at % 150] as const)
      // Of the first bar, which is on the left or above: how far each of its pixels is along the bar.
      const along = (isOf: (red: number, blue: number) => boolean) =>
        places.flatMap(([far, beside]) => {
          const [red = 0, green = 0, blue = 0] = horizontal ? page.at(far, beside) : page.at(beside, far)
          return green < 100 && isOf(red, blue) ? [horizontal ? far : -far] : []
        })
      const [bar, value] = [along((red, blue) => red > 200 && blue < 50), along((red, blue) => blue > 200 && red < 100)]
      expect(value.length).toBeGreaterThan(10)
      expect(Math.max(...value)).toBeLessThan(Math.min(...bar))
    },
  )
})
