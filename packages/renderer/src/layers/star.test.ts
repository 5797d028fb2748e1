import { describe, expect, test } from 'vitest'
import { blue, drawPage, red, white } from '#renderer/render.test-kit.ts'

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
})
