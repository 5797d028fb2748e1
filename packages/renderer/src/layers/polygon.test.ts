import { describe, expect, test } from 'vitest'
import { blue, drawPage, red, white } from '#renderer/testing/render.test-kit.ts'

const shape = { type: 'polygon', name: 'Shape', x: 10, y: 10, width: 80, height: 80, fill: '#ff0000' } as const

describe('a polygon', () => {
  test('stands on its side with a corner on top', async () => {
    const page = await drawPage([{ ...shape, sides: 3 }])
    expect([page.at(50, 14), page.at(50, 65), page.at(20, 20), page.at(50, 75)]).toEqual([red, red, white, white])
  })

  test('has an outline inside, on or outside its edge', async () => {
    const stroke = { color: '#0000ff', width: 10 }
    const square = { ...shape, sides: 4 } as const
    const inside = await drawPage([{ ...square, stroke: { ...stroke, position: 'inside' } }])
    const center = await drawPage([{ ...square, stroke }])
    const outside = await drawPage([{ ...square, stroke: { ...stroke, position: 'outside' } }])
    // Along the diagonal the edge is at 30.
    const along = (page: typeof inside) => [23, 27, 32, 36, 40].map((at) => page.at(at, at))
    expect(along(inside)).toEqual([white, white, blue, blue, red])
    expect(along(center)).toEqual([white, blue, blue, red, red])
    expect(along(outside)).toEqual([blue, blue, red, red, red])
  })

  test('rounds its corners, never more than they allow', async () => {
    const page = await drawPage([{ ...shape, sides: 4, radius: 10 }])
    expect([page.at(50, 12), page.at(50, 18)]).toEqual([white, red])
    const round = await drawPage([{ ...shape, sides: 4, radius: 1000 }])
    expect([round.at(50, 19), round.at(50, 24), round.at(32, 32)]).toEqual([white, red, red])
  })
})
