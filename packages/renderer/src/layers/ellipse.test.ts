import { describe, expect, test } from 'vitest'
import { blue, drawPage, red, white } from '#renderer/testing/render.test-kit.ts'

const disc = { type: 'ellipse', name: 'Disc', x: 10, y: 30, width: 80, height: 40, fill: '#ff0000' } as const

describe('an ellipse', () => {
  test('touches the sides of its box and leaves the corners free', async () => {
    const page = await drawPage([disc])
    expect([page.at(50, 50), page.at(12, 50), page.at(50, 32)]).toEqual([red, red, red])
    expect([page.at(13, 33), page.at(86, 66)]).toEqual([white, white])
  })

  test('has an outline inside its edge', async () => {
    const page = await drawPage([{ ...disc, stroke: { color: '#0000ff', width: 10, position: 'inside' } }])
    expect([page.at(15, 50), page.at(25, 50)]).toEqual([blue, red])
  })

  test('can be an outline only', async () => {
    const page = await drawPage([{ ...disc, fill: 'transparent', stroke: { color: '#0000ff', width: 4 } }])
    expect([page.at(50, 50), page.at(10, 50)]).toEqual([white, blue])
  })
})
