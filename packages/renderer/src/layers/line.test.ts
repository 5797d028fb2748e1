import { describe, expect, test } from 'vitest'
import { blue, drawPage, halves, red, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const line = {
  type: 'line',
  name: 'Line',
  x: 20,
  y: 40,
  width: 60,
  height: 20,
  color: '#ff0000',
  thickness: 4,
} as const

describe('a line', () => {
  test('goes across the middle of its box, also of one without height', async () => {
    const page = await drawPage([line])
    expect([page.at(20, 50), page.at(79, 48), page.at(50, 45), page.at(80, 50)]).toEqual([red, red, white, white])
    const flat = await drawPage([{ ...line, height: 0 }])
    expect(flat.at(50, 40)).toEqual(red)
  })

  test('takes a picture', async () => {
    const load = async () => twoHalves()
    const page = await drawPage([{ ...line, color: halves, endHead: 'triangle' }], { load })
    expect([page.at(22, 50), page.at(60, 50), page.at(77, 50)]).toEqual([red, blue, blue])
    const flat = await drawPage([{ ...line, height: 0, color: halves }], { load })
    expect([flat.at(30, 40), flat.at(70, 40)]).toEqual([red, blue])
  })

  test('shows all of a picture along it, however thick it is and whatever its heads would be', async () => {
    const load = async () => twoHalves({ upright: true })
    const bar = { ...line, x: 0, y: 50, width: 100, height: 0, thickness: 80, headSize: 50, color: halves } as const
    const page = await drawPage([bar], { load })
    expect([12, 45, 55, 88].map((y) => page.at(50, y))).toEqual([red, red, blue, blue])
    const contained = await drawPage([{ ...bar, color: { ...halves, fit: 'contain' } }], { load })
    expect([contained.at(50, 12), contained.at(50, 88)]).toEqual([red, blue])
    const huge = { ...bar, width: 1000, thickness: 1000, y: 50 }
    const filled = await drawPage([huge, { ...huge, name: 'Headed', endHead: 'arrow' }], { load })
    expect([filled.at(50, 10), filled.at(50, 90)]).toEqual([red, blue])
  })

  test('ends as asked for', async () => {
    const square = await drawPage([{ ...line, cap: 'square' }])
    expect(square.at(81, 49)).toEqual(red)
    const dashed = await drawPage([{ ...line, dash: [10, 10] }])
    expect([dashed.at(25, 50), dashed.at(35, 50), dashed.at(45, 50)]).toEqual([red, white, red])
  })

  test('bends', async () => {
    const points = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
    ]
    const page = await drawPage([{ ...line, points }])
    expect([page.at(50, 40), page.at(80, 55), page.at(81, 39)]).toEqual([red, red, red])
    const round = await drawPage([{ ...line, points, radius: 10 }])
    expect([round.at(50, 40), round.at(80, 55), round.at(81, 39)]).toEqual([red, red, white])
  })

  test.each([
    [
      'triangle',
      [
        [67, 45],
        [76, 50],
      ],
      [
        [79, 44],
        [66, 41],
      ],
    ],
    [
      'circle',
      [
        [72, 44],
        [76, 54],
      ],
      [
        [65, 43],
        [79, 43],
      ],
    ],
    [
      'diamond',
      [
        [72, 44],
        [78, 50],
      ],
      [
        [65, 44],
        [79, 44],
      ],
    ],
    [
      'arrow',
      [
        [69, 43],
        [76, 50],
      ],
      [
        [79, 43],
        [66, 45],
      ],
    ],
    [
      'bar',
      [
        [79, 43],
        [79, 57],
      ],
      [
        [74, 43],
        [82, 43],
      ],
    ],
  ] as const)('points with a %s, and not further than its end', async (endHead, inside, outside) => {
    const page = await drawPage([{ ...line, endHead }])
    expect(inside.map(([x, y]) => page.at(x, y))).toEqual(inside.map(() => red))
    expect(outside.map(([x, y]) => page.at(x, y))).toEqual(outside.map(() => white))
    expect(page.at(84, 50)).toEqual(white)
  })
})
