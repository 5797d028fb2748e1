import { describe, expect, test } from 'vitest'
import { blue, drawPage, halves, red, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const rating = {
  type: 'rating',
  name: 'Rating',
  y: 40,
  width: 100,
  height: 20,
  gap: 0,
  symbol: 'square',
  fill: '#ff0000',
  emptyFill: '#ffffff',
} as const

const ends = async (layer: Parameters<typeof drawPage>[0][number]) => {
  const page = await drawPage([layer])
  const reached = Array.from({ length: 100 }, (_, x) => x).filter((x) => page.at(x, 50)[1] === 0)
  return [reached[0], reached.at(-1)]
}

describe('a rating', () => {
  test('takes pictures as its symbols and their outline', async () => {
    const load = async () => twoHalves()
    const page = await drawPage([{ ...rating, value: 2, fill: halves, emptyFill: halves }], { load })
    expect([page.at(10, 50), page.at(45, 50), page.at(55, 50), page.at(90, 50)]).toEqual([red, red, blue, blue])
    const outlined = { ...rating, fill: '#ffffff', stroke: { color: halves, width: 4 } }
    const lines = await drawPage([outlined], { load })
    expect([lines.at(10, 39), lines.at(90, 39), lines.at(10, 50)]).toEqual([red, blue, white])
  })

  test.each([
    [3, 0.5, 59],
    [3.4, 0.5, 69],
    [3.4, 1, 59],
    [3.4, 0, 67],
    [9, 0.5, 99],
  ])('of %s in steps of %s is as long', async (value, step, last) => {
    expect(await ends({ ...rating, value, step })).toEqual([0, last])
  })

  test('of nothing or less shows none', async () => {
    expect(await ends({ ...rating, value: -1 })).toEqual([undefined, undefined])
  })

  test('begins at the right where people read from there', async () => {
    expect(await ends({ ...rating, value: 1, direction: 'rtl' })).toEqual([80, 99])
  })

  test('takes a value from a record, as text too', async () => {
    const page = await drawPage([{ ...rating, value: { bind: 'Stars' } }], { values: { Stars: '2' } })
    expect([page.at(39, 50), page.at(41, 50)]).toEqual([red, white])
  })

  test('draws stars, hearts, circles and any path', async () => {
    const star = await drawPage([{ ...rating, symbol: 'star', value: 5 }])
    expect([star.at(10, 52), star.at(2, 42)]).toEqual([red, white])
    const heart = await drawPage([{ ...rating, symbol: 'heart', value: 5 }])
    expect([heart.at(10, 52), heart.at(10, 41), heart.at(4, 44)]).toEqual([red, white, red])
    const path = await drawPage([{ ...rating, path: 'M0 0h24v12H0z', value: 5 }])
    expect([path.at(10, 45), path.at(10, 55)]).toEqual([red, white])
  })

  test.each(['', 'L0 0', 'M0 0', 'M0 0 A1 1 0 0 1 5 5', 'M0 0 L1', 'M0 0 X5', 'M0 0 L1 1 Z 5'])(
    'refuses the path "%s"',
    async (path) => {
      await expect(drawPage([{ ...rating, path }])).rejects.toThrow(/layers\[0\].path: is not an SVG path/)
    },
  )
})
