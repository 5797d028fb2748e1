import { describe, expect, test } from 'vitest'
import { black, drawPage, white } from '#renderer/testing/render.test-kit.ts'

const target = { type: 'rectangle', name: 'Target', x: 40, y: 40, width: 20, height: 20, fill: '#ff0000' } as const
const box = { type: 'rectangle', name: 'Box', x: 40, y: 40, width: 10, height: 10 } as const

describe('place() puts a layer', () => {
  test.each([
    ['below', 45, 67],
    ['above', 45, 32],
    ['left', 32, 45],
    ['right', 67, 45],
  ] as const)('%s another one', async (side, x, y) => {
    const page = await drawPage([target, { ...box, anchor: { layer: 'Target', side, gap: 5 } }])
    expect(page.at(x, y)).toEqual(black)
  })

  test('in line with the other one', async () => {
    const anchor = { layer: 'Target', side: 'below', gap: 0 } as const
    const end = await drawPage([target, { ...box, x: 0, anchor: { ...anchor, align: 'end' } }])
    const center = await drawPage([target, { ...box, x: 0, anchor: { ...anchor, align: 'center' } }])
    expect([end.at(49, 65), end.at(50, 65), end.at(59, 65)]).toEqual([white, black, black])
    expect([center.at(44, 65), center.at(45, 65), center.at(54, 65), center.at(55, 65)]).toEqual([
      white,
      black,
      black,
      white,
    ])
  })

  test('beside the text of another one, or its box', async () => {
    const words = {
      type: 'text',
      name: 'Target',
      text: 'Hi',
      width: 100,
      height: 80,
      fontSize: 10,
      fill: '#ff0000',
    } as const
    const near = await drawPage([words, { ...box, anchor: { layer: 'Target', side: 'below', to: 'text' } }])
    const far = await drawPage([words, { ...box, anchor: { layer: 'Target', side: 'below' } }])
    expect([near.at(45, 14), far.at(45, 14), far.at(45, 82)]).toEqual([black, white, black])
  })

  test('below a text that grew, drawn before or after it', async () => {
    const words = {
      type: 'text',
      name: 'Target',
      text: 'one two three four',
      width: 30,
      height: 5,
      fontSize: 10,
      fit: 'grow',
      fill: '#ff0000',
    } as const
    const anchored = { ...box, anchor: { layer: 'Target', side: 'below' } } as const
    const page = await drawPage([anchored, words])
    expect([page.at(45, 8), page.at(45, 50)]).toEqual([white, black])
  })

  test('where an invisible one would have begun, without its gap', async () => {
    const hidden = {
      ...box,
      name: 'Hidden',
      visible: false,
      height: 30,
      anchor: { layer: 'Target', side: 'below', gap: 20 },
    } as const
    const page = await drawPage([target, hidden, { ...box, anchor: { layer: 'Hidden', side: 'below', gap: 3 } }])
    expect([page.at(45, 62), page.at(45, 63), page.at(45, 72), page.at(45, 73)]).toEqual([white, black, black, white])
  })
})
