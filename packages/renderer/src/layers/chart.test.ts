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
})
