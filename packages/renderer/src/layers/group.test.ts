import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { RenderError } from '#renderer/errors/render-error.ts'
import { blue, drawPage, halves, red, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const box = { type: 'rectangle', name: 'Box', width: 20, height: 20, fill: '#ff0000' } as const
const other = { ...box, name: 'Other', fill: '#0000ff' } as const
const frame = { type: 'group', name: 'Frame', x: 20, y: 20, width: 60, height: 60 } as const

describe('a group', () => {
  test('places its layers in its frame, and turns them with it', async () => {
    const page = await drawPage([{ ...frame, children: [box] }])
    expect([page.at(20, 20), page.at(39, 39), page.at(40, 40)]).toEqual([red, red, white])
    const turned = await drawPage([{ ...frame, rotation: 90, children: [box] }])
    expect([turned.at(79, 20), turned.at(61, 38), turned.at(21, 21)]).toEqual([red, red, white])
  })

  test('takes pictures behind its layers and as its outline, also where it fits itself to them', async () => {
    const load = async () => twoHalves()
    const stroke = { color: halves, width: 10, position: 'outside' } as const
    const page = await drawPage([{ ...frame, fill: halves, stroke, children: [] }], { load })
    expect([page.at(15, 50), page.at(25, 50), page.at(75, 50), page.at(85, 50)]).toEqual([red, red, blue, blue])
    const wide = { ...box, width: 60, fill: 'transparent' }
    const hug = { ...frame, width: 10, height: 10, layout: 'row', fit: 'hug', children: [wide] } as const
    const hugging = await drawPage([{ ...hug, fill: { ...halves, fit: 'cover' } }], { load })
    expect([hugging.at(25, 30), hugging.at(75, 30), hugging.at(75, 45)]).toEqual([red, blue, white])
  })

  test('shows a picture as sharp as on a fixed frame, whatever its size was before its layers were placed', async () => {
    const load = async () => twoHalves()
    const inside = { ...box, width: 80, height: 40, fill: 'transparent' }
    const hug = { ...frame, x: 0, width: 10, height: 10, layout: 'row', fit: 'hug', children: [inside] } as const
    const fill = { type: 'picture', src: 'x', focalPoint: { x: 0, y: 0.5 } } as const
    const at = async (look: object) => {
      const page = await drawPage([{ ...hug, fill, ...look }], { load })
      return [2, 38, 41, 78].map((x) => page.at(x, 40))
    }
    const sides = [red, red, blue, blue]
    expect([await at({}), await at({ width: 0, height: 0 }), await at({ fit: 'grow', height: 0 })]).toEqual([
      sides,
      sides,
      sides,
    ])
    expect(await at({ fill: { ...fill, zoom: 2, focalPoint: { x: 1, y: 0 } } })).toEqual([blue, blue, blue, blue])
    const stroke = { color: { ...halves, fit: 'cover' }, width: 4, position: 'inside' }
    expect(await at({ fill: 'transparent', stroke })).toEqual([red, white, white, blue])
  })

  test('takes more pictures where it fits its layers than pages of them may have', async () => {
    const large = { ...frame, width: 5000, height: 5000, layout: 'row', fit: 'hug' } as const
    const inside = { ...box, width: 80, height: 40, fill: 'transparent' } as const
    const layers = Array.from({ length: 9 }, (_, at) => {
      return {
        ...large,
        x: 0,
        name: `Group ${at}`,
        fill: { ...halves, src: `${at}` },
        children: [{ ...inside, name: `Inside ${at}` }],
      }
    })
    const strip = await sharp({ create: { width: 80, height: 2, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const page = await drawPage(layers, { load: async () => strip })
    expect(page.at(40, 40)).toEqual(red)
  })

  test.each(['center', 'end', 'space-between', 'space-around', 'space-evenly'] as const)(
    'that fits its layers holds them, whatever size is written: %s',
    async (justify) => {
      const align = justify === 'center' ? 'center' : 'end'
      const inside = { ...box, width: 40, height: 20 } as const
      const show = async (fit: 'hug' | 'grow', side: number) => {
        const stack = {
          ...frame,
          x: 0,
          y: 0,
          width: side,
          height: side,
          layout: 'row',
          fill: '#0000ff',
          padding: 10,
        } as const
        const page = await drawPage([{ ...stack, fit, justify, align, children: [inside] }])
        return [page.at(5, 20), page.at(11, 11), page.at(49, 29), page.at(55, 20), page.at(62, 20)]
      }
      const held = [blue, red, red, blue, white]
      expect([await show('hug', 90), await show('hug', 5), await show('grow', 5)]).toEqual([held, held, held])
    },
  )

  test('fades as one', async () => {
    const page = await drawPage([{ ...frame, opacity: 0.5, children: [box, { ...other, x: 10, y: 10 }] }])
    expect([page.at(25, 25), page.at(35, 35)]).toEqual([
      [255, 127, 127, 255],
      [127, 127, 255, 255],
    ])
  })

  test('cuts what is outside its frame, along its corners', async () => {
    const large = { ...box, x: -20, y: -20, width: 100, height: 100 }
    const page = await drawPage([{ ...frame, clip: true, radius: 20, children: [large] }])
    expect([page.at(50, 50), page.at(19, 50), page.at(80, 50), page.at(22, 22)]).toEqual([red, white, white, white])
    const faded = await drawPage([{ ...frame, opacity: 0.999, children: [large] }])
    expect(faded.at(5, 5)[1]).toBeLessThan(10)
  })

  test('throws one shadow, also that of what leaves it', async () => {
    const page = await drawPage([
      { ...frame, shadow: { x: 0, y: 20, color: '#0000ff' }, children: [{ ...box, x: -15, y: 0 }] },
    ])
    expect([page.at(10, 30), page.at(10, 55)]).toEqual([red, blue])
  })

  test('lets layers inside be bound, hidden and changed by name', async () => {
    const children = [
      { ...box, fill: { bind: 'Color' } },
      { ...other, x: 30 },
    ]
    const page = await drawPage([{ ...frame, children }], {
      values: { Color: 'blue' },
      modifications: [{ name: 'Other', fill: 'red' }],
    })
    expect([page.at(25, 25), page.at(55, 25)]).toEqual([blue, red])
    const hidden = await drawPage([{ ...frame, children }], { modifications: [{ name: 'Frame', visible: false }] })
    expect(hidden.at(25, 25)).toEqual(white)
  })

  test('keeps what no value can change, but not what a modification has changed', async () => {
    const layers = [{ ...frame, children: [box] }]
    const template = { schema: 1, width: 100, height: 100, layers } as const
    const { renderer } = await import('#renderer/testing/render.test-kit.ts')
    const bytes = async (modifications: { name: string; fill?: string }[]) =>
      Buffer.from((await renderer.render({ template, modifications })).files[0]?.bytes ?? []).toString('base64')
    const before = await bytes([])
    expect(await bytes([{ name: 'Box', fill: 'blue' }])).not.toBe(before)
    expect(await bytes([])).toBe(before)
  })

  test('has the bounds of the text inside, for anchors', async () => {
    const words = {
      type: 'text',
      name: 'Words',
      y: 10,
      width: 60,
      height: 50,
      text: 'Hi',
      fontSize: 10,
      lineHeight: 1,
    } as const
    const anchor = { layer: 'Frame', side: 'below', to: 'text' } as const
    const page = await drawPage([
      { ...frame, children: [words] },
      { ...box, x: 60, height: 5, anchor },
    ])
    expect([page.at(70, 39), page.at(70, 40), page.at(70, 44), page.at(70, 45)]).toEqual([white, red, red, white])
  })

  test('names the layer inside at fault', async () => {
    const wrong = drawPage([{ ...frame, children: [{ ...box, x: { bind: 'X' } }] }], { values: { X: 'left' } })
    await expect(wrong).rejects.toThrow(RenderError)
    await expect(wrong).rejects.toMatchObject({ layer: 'Box', code: 'value_invalid' })
  })
})

describe('a row or column', () => {
  test('puts layers one after the other, without room for invisible ones', async () => {
    const children = [{ ...box, visible: false }, { ...other }, { ...box, name: 'Third' }]
    const row = await drawPage([{ ...frame, layout: 'row', gap: 5, children }])
    expect([row.at(20, 30), row.at(42, 30), row.at(45, 30)]).toEqual([blue, white, red])
    const column = await drawPage([{ ...frame, layout: 'column', gap: 5, padding: 10, children }])
    expect([column.at(30, 30), column.at(30, 52), column.at(30, 55)]).toEqual([blue, white, red])
  })

  test.each([
    ['start', 20],
    ['center', 40],
    ['end', 60],
  ] as const)('aligns and justifies to the %s', async (side, start) => {
    const page = await drawPage([{ ...frame, layout: 'row', align: side, justify: side, children: [box] }])
    expect([page.at(start, start), page.at(start + 19, start + 19)]).toEqual([red, red])
    expect([page.at(start - 1, start), page.at(start + 20, start + 19)]).toEqual([white, white])
  })

  test('spreads the room between layers', async () => {
    const children = [box, other]
    const between = await drawPage([{ ...frame, layout: 'row', justify: 'space-between', children }])
    expect([between.at(20, 30), between.at(79, 30), between.at(50, 30)]).toEqual([red, blue, white])
    const evenly = await drawPage([{ ...frame, layout: 'column', justify: 'space-around', children }])
    expect([evenly.at(30, 24), evenly.at(30, 25), evenly.at(30, 74), evenly.at(30, 75)]).toEqual([
      white,
      red,
      blue,
      white,
    ])
  })

  test('begins a new line where it may', async () => {
    const children = ['A', 'B', 'C'].map((name) => ({ ...box, name, width: 25 }))
    const page = await drawPage([{ ...frame, layout: 'row', wrap: true, gap: 5, children }])
    expect([page.at(52, 30), page.at(21, 46), page.at(21, 44)]).toEqual([red, red, white])
  })

  test('moves a box when the text above it grows, and the frame with it', async () => {
    const words = {
      type: 'text',
      name: 'Words',
      width: 60,
      height: 10,
      fontSize: 10,
      lineHeight: 1,
      fit: 'grow',
    } as const
    const layers = (text: string) => [
      { ...frame, layout: 'column', fit: 'hug', fill: '#0000ff', children: [{ ...words, text }, box] } as const,
      { ...other, name: 'Below', fill: '#00ff00', height: 5, anchor: { layer: 'Frame', side: 'below' } } as const,
    ]
    const short = await drawPage(layers('One'))
    expect([short.at(25, 35), short.at(45, 45), short.at(5, 52)]).toEqual([red, blue, [0, 255, 0, 255]])
    const long = await drawPage(layers('One\nTwo\nThree'))
    expect([long.at(25, 55), long.at(45, 55), long.at(5, 72)]).toEqual([red, blue, [0, 255, 0, 255]])
  })

  test('leaves a layer with an anchor to its anchor', async () => {
    const badge = { ...other, width: 5, height: 5, anchor: { layer: 'Box', side: 'right', align: 'start' } } as const
    const page = await drawPage([{ ...frame, layout: 'row', justify: 'center', children: [box, badge] }])
    expect([page.at(40, 25), page.at(61, 21), page.at(61, 30)]).toEqual([red, blue, white])
  })
})
