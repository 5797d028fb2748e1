import { describe, expect, test } from 'vitest'
import { blue, drawPage, red, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const star = { type: 'star', name: 'Star', x: 10, y: 10, width: 80, height: 80, fill: '#ff0000' } as const

describe('a star', () => {
  test('has points and bays between them', async () => {
    const page = await drawPage([star])
    expect([page.at(50, 16), page.at(15, 39), page.at(50, 50)]).toEqual([red, red, red])
    expect([page.at(30, 20), page.at(70, 20), page.at(50, 75)]).toEqual([white, white, white])
  })

  test('takes as many points as asked for, as deep as asked for', async () => {
    const four = await drawPage([{ ...star, points: 4, innerRadius: 0.2 }])
    expect([four.at(18, 49), four.at(49, 82), four.at(38, 38)]).toEqual([red, red, white])
  })

  test('keeps an outline inside', async () => {
    const page = await drawPage([{ ...star, stroke: { color: '#0000ff', width: 4, position: 'inside' } }])
    expect([page.at(50, 19), page.at(50, 50), page.at(50, 8)]).toEqual([blue, red, white])
  })

  test('has an outline whose points are as sharp as its own, however far they stand out', async () => {
    const small = { ...star, x: 30, y: 30, width: 40, height: 40 } as const
    const outside = await drawPage([{ ...small, stroke: { color: '#0000ff', width: 8, position: 'outside' } }])
    // A point of 36 degrees: its outline ends 3.2 times its width above.
    expect([outside.at(50, 9), outside.at(46, 12), outside.at(54, 12), outside.at(50, 3)]).toEqual([
      blue,
      white,
      white,
      white,
    ])
  })

  test('has an outline whose points show their own side of its picture', async () => {
    const color = { type: 'picture', src: 'x', fit: 'fill' } as const
    const load = async () => twoHalves()
    // A point to each side, which a miter makes longer.
    const wide = { ...star, points: 4, innerRadius: 0.3, x: 30, y: 30, width: 40, height: 40 } as const
    const stroke = { color, width: 8, position: 'outside' } as const
    const page = await drawPage([{ ...wide, fill: 'transparent', stroke }], { load })
    expect([page.at(18, 50), page.at(24, 50), page.at(75, 50), page.at(81, 50)]).toEqual([red, red, blue, blue])
  })

  test('keeps its outline when it is hardly wider than nothing', async () => {
    const thin = { ...star, points: 11, innerRadius: 0.2, x: 50, width: 0.000001, height: 100 } as const
    const page = await drawPage([{ ...thin, stroke: { color: '#0000ff', width: 20, position: 'outside' } }])
    expect(page.at(45, 60)).toEqual(blue)
  })
})
