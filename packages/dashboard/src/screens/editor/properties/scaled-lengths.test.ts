import { layerProperties, layerTypes, type PropertySchema } from '@pictable/renderer/property-schemas'
import { describe, expect, test } from 'vitest'
import { shownPart, shownProperties } from './presentation.ts'
import { scaledLengths } from './scaled-lengths.ts'

interface Length {
  readonly path: string
  readonly unit: string | undefined
  readonly schema: PropertySchema
}

/** Every property of a kind that the format describes in pixels, at any depth. */
function described(type: string): readonly Length[] {
  const inside = (path: string, schema: PropertySchema): readonly Length[] => {
    const { properties = {}, items, anyOf = [], oneOf = [] } = schema
    const name = path.split('.').at(-1) ?? ''
    return [
      ...Object.entries(properties).flatMap(([key, part]) => {
        const { unit } = shownPart(name, key, part)
        return lengths({ path: `${path}.${key}`, unit, schema: part })
      }),
      ...[items ?? {}, ...anyOf, ...oneOf].flatMap((form) => (form.properties || form.items ? inside(path, form) : [])),
    ]
  }
  const lengths = (length: Length): readonly Length[] => [
    ...(/\bpixels?\b/.test(length.schema.description ?? '') ? [length] : []),
    ...inside(length.path, length.schema),
  ]
  return shownProperties(type, layerProperties(type)).flatMap(({ name, unit, schema }) =>
    lengths({ path: name, unit, schema }),
  )
}
const scaled = (layer: { type: string }, factor: number) => ({
  ...layer,
  ...Object.fromEntries(scaledLengths(layer, factor)),
})

test('each property that the format describes in pixels has that unit, so that it is scaled', () => {
  const found = layerTypes.flatMap((type) => described(type).map((length) => ({ type, ...length })))
  expect(found.length).toBeGreaterThan(150)
  expect(found.filter(({ unit }) => unit !== 'px').map(({ type, path }) => `${type}.${path}`)).toEqual([])
})

test('the zoom of a picture is a percentage, wherever the picture is', () => {
  expect(shownPart('fill', 'zoom', {})).toMatchObject({ unit: '%', factor: 100 })
  expect(shownPart('color', 'zoom', {})).toMatchObject({ unit: '%', factor: 100 })
})

describe('scaledLengths()', () => {
  test.each<[object, object]>([
    [
      { type: 'text', fontSize: 30, lineHeight: 1.2, letterSpacing: 0.1 },
      { fontSize: 60, lineHeight: 1.2 },
    ],
    [{ type: 'text' }, { fontSize: 64, minFontSize: 16 }],
    [
      { type: 'chart', gap: 0.6, innerRadius: 0.5 },
      { gap: 0.6, innerRadius: 0.5, fontSize: 32, thickness: 6 },
    ],
    [
      {
        type: 'table',
        headerFontSize: 20,
        rowHeight: 30,
        columns: [{ width: 40 }, { width: '2fr' }, { width: 'auto' }],
      },
      {
        ...{ headerFontSize: 40, rowHeight: 60, lineThickness: 2, padding: [16, 24, 16, 24], fontSize: 32 },
        columns: [{ width: 80 }, { width: '2fr' }, { width: 'auto' }],
      },
    ],
    [
      { type: 'rectangle', radius: [1, 2, 3, 4], stroke: { color: '#000', width: 2, dash: [4, 2] } },
      { radius: [2, 4, 6, 8], stroke: { color: '#000', width: 4, dash: [8, 4] } },
    ],
    [
      {
        type: 'line',
        dash: [4, 2],
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
      },
      { dash: [8, 4], thickness: 4 },
    ],
    [
      { type: 'image', shadow: { x: 2, y: 3, blur: 4 }, filters: { blur: 1, brightness: 2 } },
      { shadow: { x: 4, y: 6, blur: 8 }, filters: { blur: 2, brightness: 2 } },
    ],
    [
      { type: 'star', innerRadius: 0.5, points: 5, radius: 3 },
      { innerRadius: 0.5, points: 5, radius: 6 },
    ],
    [
      { type: 'path-text', shape: 'path', path: 'M0 50 Q1.5.5-2-3e1 200 50' },
      { path: 'M0 100 Q3 1-4-60 400 100', fontSize: 64 },
    ],
    [
      { type: 'rating', path: 'M0 24 L12 0 L24 24 Z' },
      { path: 'M0 24 L12 0 L24 24 Z', gap: 8 },
    ],
    [{ type: 'text', fontSize: { bind: 'Size' } }, { fontSize: { bind: 'Size' } }],
  ])('doubles the lengths of %j', (layer, expected) => {
    expect(scaled({ ...layer } as { type: string }, 2)).toMatchObject(expected)
  })

  test('keeps within the bounds of the format', () => {
    const large = { type: 'text', fontSize: 4000, stroke: { width: 900 } }
    expect(scaled(large, 10)).toMatchObject({ fontSize: 5000, stroke: { width: 1000 } })
    expect(scaled(large, 0.0001)).toMatchObject({ fontSize: 0.5, minFontSize: 0.5 })
  })
})
