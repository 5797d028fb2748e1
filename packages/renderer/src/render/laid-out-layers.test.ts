import { describe, expect, test } from 'vitest'
import type { RenderJob } from '#renderer/jobs/job.ts'
import type { TemplateInput } from '#renderer/template/template.ts'
import { layOutPage } from '#renderer/testing/lay-out.test-kit.ts'
import { laidOutLayers } from './laid-out-layers.ts'

const box = { type: 'rectangle', width: 20, height: 10, fill: '#ff0000' } as const
const words = { type: 'text', width: 90, height: 40, fontSize: 10, lineHeight: 1.2 } as const

async function listed(layers: TemplateInput['layers'], job: Omit<RenderJob, 'template'> = {}) {
  const template = { schema: 1, width: 100, height: 100, layers } as const
  const found = laidOutLayers(await layOutPage({ ...job, template }))
  return new Map(found.map((layer) => [layer.name, layer]))
}

describe('laidOutLayers()', () => {
  test('lists layers in groups after these, with paths as they are written', async () => {
    const layers = await listed([
      { ...box, name: 'Back' },
      {
        ...{ type: 'group', name: 'Outer', x: 10, y: 20, width: 50, height: 50, clip: true },
        children: [
          { ...box, name: 'Low', x: 1, y: 2 },
          { type: 'group', name: 'Inner', x: 5, width: 9, height: 9, children: [{ ...box, name: 'Deep' }] },
        ],
      },
    ])
    const facts = [...layers.values()].map(({ name, path, parent, clip }) => [name, path, parent, clip])
    expect(facts).toEqual([
      ['Back', [0], undefined, undefined],
      ['Outer', [1], undefined, undefined],
      ['Low', [1, 0], [1], [1]],
      ['Inner', [1, 1], [1], [1]],
      ['Deep', [1, 1, 0], [1, 1], [1]],
    ])
    expect(layers.get('Low')?.bounds).toEqual({ x: 11, y: 22, width: 20, height: 10 })
    expect(layers.get('Deep')?.matrix).toEqual([1, 0, 0, 1, 15, 20])
  })

  test('says where turned layers are on the page', async () => {
    const layers = await listed([{ ...box, name: 'Turned', x: 40, y: 40, rotation: 90 }])
    const { x, y, width, height } = layers.get('Turned')?.bounds ?? { x: 0, y: 0, width: 0, height: 0 }
    for (const [is, should] of [
      [x, 45],
      [y, 35],
      [width, 10],
      [height, 20],
    ] as const)
      expect(is).toBeCloseTo(should)
    expect(layers.get('Turned')?.box).toEqual({ x: 0, y: 0, width: 20, height: 10 })
  })

  test('lists hidden layers where they are written, and what is inside', async () => {
    const hidden = { visible: { bind: 'Shown' }, x: 7, y: 8 } as const
    const layers = await listed([
      { ...box, ...hidden, name: 'Box' },
      { type: 'group', name: 'Group', ...hidden, width: 50, height: 50, children: [{ ...box, name: 'Child', x: 1 }] },
    ])
    expect([...layers.values()].map(({ hidden, empty }) => [hidden, empty])).toEqual(Array(3).fill([true, false]))
    expect(layers.get('Box')?.bounds).toEqual({ x: 7, y: 8, width: 20, height: 10 })
    expect(layers.get('Child')?.bounds).toEqual({ x: 8, y: 8, width: 20, height: 10 })
  })

  test('lists layers of which there is nothing to be seen', async () => {
    const layers = await listed([
      { ...words, name: 'Silent', text: '' },
      { ...words, name: 'Speaking', text: 'Words' },
      { type: 'image', name: 'Photo', x: 3, y: 4, width: 10, height: 10, src: '', onMissing: 'hide' },
      { ...box, name: 'Nothing', width: 0, height: 0 },
    ])
    expect([...layers.values()].map(({ name, empty }) => [name, empty])).toEqual([
      ['Silent', true],
      ['Speaking', false],
      ['Photo', true],
      ['Nothing', true],
    ])
    expect(layers.get('Photo')?.bounds).toEqual({ x: 3, y: 4, width: 10, height: 10 })
    expect(layers.get('Photo')?.warnings).toEqual(['no picture given'])
  })

  test('names what masks a layer, at its place', async () => {
    const layers = await listed([
      { ...box, name: 'Hole', x: 5, y: 5 },
      { ...box, name: 'Cut', mask: { layer: 'Hole' } },
    ])
    expect(layers.get('Cut')).toMatchObject({ mask: [0], isMask: false })
    expect(layers.get('Hole')).toMatchObject({ mask: undefined, isMask: true, bounds: { x: 5, y: 5 } })
  })

  test('gives the baselines of text, in the frame of the layer', async () => {
    const layers = await listed([{ ...words, name: 'Words', y: 30, text: 'One\nTwo\nThree' }])
    const [first = 0, second = 0, third = 0] = layers.get('Words')?.baselines ?? []
    expect(first).toBeGreaterThan(5)
    expect(first).toBeLessThan(12)
    expect([second - first, third - second]).toEqual([expect.closeTo(12, 6), expect.closeTo(12, 6)])
  })

  test('gives the columns of a table in their order, from the right where it is read so', async () => {
    const columns = [{ width: 30 }, { width: 50 }]
    const table = { type: 'table' as const, width: 90, height: 60, rows: [['a', 'b']], columns }
    const layers = await listed([
      { ...table, name: 'Left' },
      { ...table, name: 'Right', direction: 'rtl' },
      { ...box, name: 'Box' },
    ])
    expect(layers.get('Left')?.columns).toEqual([
      { x: 0, width: 30, isByPlace: true },
      { x: 30, width: 50, isByPlace: true },
    ])
    expect(layers.get('Right')?.columns).toEqual([
      { x: 60, width: 30, isByPlace: true },
      { x: 10, width: 50, isByPlace: true },
    ])
    expect(layers.get('Box')?.columns).toBeUndefined()
  })

  test('says which columns of a table show their part of the rows because of their place', async () => {
    const columns = [{ title: 'b' }, { title: 'Other' }, { field: 3 }, { values: ['x'] }, {}]
    const table = { type: 'table' as const, width: 99, height: 60, columns }
    const values = { Rows: [{ a: 1, b: 2, c: 3 }] }
    const layers = await listed(
      [
        {
          ...table,
          name: 'Lists',
          rows: [
            ['a', 'b', 'c'],
            [1, 2, 3],
          ],
        },
        { ...table, name: 'Bound', rows: { bind: 'Rows' } },
      ],
      { values },
    )
    for (const name of ['Lists', 'Bound']) {
      const flags = layers.get(name)?.columns?.map(({ isByPlace }) => isByPlace)
      expect(flags).toEqual([false, true, false, false, true])
    }
  })

  test('says how small the squares and bars of codes are', async () => {
    const layers = await listed([
      { type: 'qr-code', name: 'Squares', width: 66, height: 90, value: 'https://a.example', background: '#777777' },
      { type: 'barcode', name: 'Bars', width: 90, height: 40, value: '4006381333931', format: 'ean-13' },
      { type: 'barcode', name: 'Matrix', width: 90, height: 66, value: 'A', format: 'data-matrix' },
      { type: 'qr-code', name: 'Nothing', width: 66, height: 66, value: '' },
    ])
    // A code of 25 squares, with a quiet zone of four on each side.
    expect(layers.get('Squares')?.scan).toEqual({
      ...{ unitPx: 2, leastPx: 2, width: 66, height: 66 },
      contrast: expect.closeTo(4.69, 2),
      hasPicture: false,
    })
    expect(layers.get('Bars')?.scan).toMatchObject({ unitPx: expect.closeTo(90 / 117), width: 90, height: 40 })
    expect(layers.get('Matrix')?.scan).toMatchObject({ width: 66, height: 66 })
    expect(layers.get('Nothing')?.scan).toBeUndefined()
  })

  test('gives each layer its own warnings', async () => {
    const cut = { ...words, height: 12, minFontSize: 10, fit: 'truncate', text: 'One\nTwo' } as const
    const layers = await listed([
      { ...cut, name: 'Cut' },
      { ...words, name: 'Fits', text: 'One' },
    ])
    expect(layers.get('Cut')?.warnings).toEqual(['the text does not fit and was cut off'])
    expect(layers.get('Fits')?.warnings).toEqual([])
    expect(layers.get('Fits')?.report).toMatchObject({ lines: 1 })
  })
})
