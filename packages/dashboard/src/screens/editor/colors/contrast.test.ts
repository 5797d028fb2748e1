import { idOfName } from '@pictable/editor'
import { layerProperties, layerTypes, type PropertySchema } from '@pictable/renderer/property-schemas'
import type { Rgba } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { openSession } from '#dashboard/screens/editor/session/open-session.ts'
import { contrastAt, contrastOn } from './contrast.ts'
import { groundsOf } from './grounds.ts'

const white: Rgba = [255, 255, 255, 1]
const black: Rgba = [0, 0, 0, 1]
const all = (color: Rgba, count = 100) => ({ color, count })

test('contrastOn() is that of WCAG 2, where the ground suits a colour least', () => {
  expect(contrastOn([all(white)])(black)).toBeCloseTo(21)
  expect(contrastOn([all(white)])([119, 119, 119, 1])).toBeCloseTo(4.48, 2)
  // Half transparent black on white is grey.
  expect(contrastOn([all(white)])([0, 0, 0, 0.5])).toBeLessThan(5)
  expect(contrastOn([all(white, 50), all(black, 50)])(white)).toBeCloseTo(1)
  // A few places, such as a thin line, do not count.
  expect(contrastOn([all(black, 96), all(white, 4)])(white)).toBeCloseTo(21)
  expect(contrastOn([all([0, 0, 0, 0])])(black)).toBeUndefined()
})

test('groundsOf() knows a colour by its kind, also as a part of a gradient and as a fallback', () => {
  expect(groundsOf('rectangle', ['stroke', 'color', 'stops', 0, 'color'])).toEqual([{}])
  expect(groundsOf('text', ['fill', 'fallback'])).toEqual([{ font: 'text', over: ['highlight'] }])
  expect(groundsOf('table', ['fill'])).toBeNull()
  expect(groundsOf('image', ['shadow', 'color'])).toBeNull()
})

interface Rated {
  readonly path?: Parameters<typeof contrastAt>[1]['path']
  readonly parts?: readonly object[]
  readonly values?: Record<string, string | number>
  readonly behind?: Rgba
  /** Default: black. */
  readonly color?: Rgba
}

/** How black is told from what it is drawn on in these layers, which lie on white. */
function rated(layers: readonly object[], { path = ['fill'], parts, values = {}, behind = white, color }: Rated = {}) {
  const box = { x: 0, y: 0, width: 100, height: 40 }
  const named = layers.map((layer, at) => ({ ...box, name: `Layer ${at}`, ...layer }))
  const { document } = openSession(
    { id: 'tpl_1', sample: {} },
    { schema: 1, name: 'Test', width: 600, height: 400, layers: named },
  ).state
  const selection = named.flatMap(({ name }) => idOfName(document, name) ?? [])
  const found = contrastAt(
    { document, values, selection },
    { path, parts, behind: () => [all(behind)] },
  )(color ?? black)
  return found && [Math.round(found.ratio * 10) / 10, found.needed]
}

const text = { type: 'text', text: 'A', fontSize: 12 }
const bound = { bind: 'Value' }
const picture = { type: 'picture', src: 'asset:a.png' }
const gradient = (color: unknown) => ({ type: 'linear', stops: [{ color: '#ffffff' }, { color }] })
const table = { type: 'table', rows: [['Tea'], ['Cake']], fill: '#ffffff', fontSize: 12 }

test('contrastAt() asks for less of large letters and of shapes', () => {
  expect(rated([{ ...text, fontSize: 20 }])).toEqual([21, 4.5])
  expect(rated([{ ...text, fontSize: 24 }])).toEqual([21, 3])
  expect(rated([{ ...text, fontSize: 20, fontWeight: 700 }])).toEqual([21, 3])
  expect(rated([{ type: 'rectangle' }])).toEqual([21, 3])
})

test('contrastAt() reads a size that a record gives as text, and the fallback in the place of an invalid one', () => {
  const fontSize = { ...bound, fallback: 40 }
  expect(rated([{ ...text, fontSize }], { values: { Value: '30' } })).toEqual([21, 3])
  expect(rated([{ ...text, fontSize }], { values: { Value: '12' } })).toEqual([21, 4.5])
  expect(rated([{ ...text, fontSize, onInvalid: 'fallback' }], { values: { Value: 'large' } })).toEqual([21, 3])
})

test.each([
  ['a colour', '#000000', [1, 4.5]],
  ['a gradient', gradient('#000000'), [1, 4.5]],
  ['nothing', 'transparent', [21, 4.5]],
  ['a field', bound, [1, 4.5]],
  ['a picture', picture, undefined],
  ['a gradient of which a record fills a part', gradient(bound), undefined],
  ['a field without a value', { bind: 'Nothing' }, undefined],
  ['an expression that cannot be computed', { expression: 'Value * 2' }, undefined],
])('contrastAt() says of a table that %s is behind its words', (_, fill, expected) => {
  expect(rated([{ ...table, fill }], { path: ['textFill'], values: { Value: '#000000' } })).toEqual(expected)
})

test('contrastAt() says nothing where the ground of one of several layers is not known', () => {
  expect(rated([table, { ...table, fill: picture }], { path: ['textFill'] })).toBeUndefined()
})

test('contrastAt() tells titles from what is behind them: no fill of the rows is', () => {
  const titled = { ...table, headerFontSize: 30, headerTextFill: '#ffffff' }
  expect(rated([titled], { path: ['headerTextFill'], behind: black })).toEqual([1, 3])
  expect(rated([{ ...titled, headerFill: '#ffffff' }], { path: ['headerTextFill'], behind: black })).toEqual([21, 3])
  // The rows lie on white, and these titles have a colour of their own.
  expect(rated([titled], { path: ['textFill'], behind: black })).toEqual([21, 4.5])
  const { headerTextFill: _, ...plain } = titled
  expect(rated([plain], { path: ['textFill'], behind: black })).toEqual([1, 3])
  expect(rated([{ ...plain, showHeader: false }], { path: ['textFill'], behind: black })).toEqual([21, 4.5])
})

test('contrastAt() reads the weight of a column', () => {
  const columns = [{ width: 'auto' }, { width: 'auto', fontWeight: 700 }]
  const bold = { ...table, fontSize: 20, columns }
  expect(rated([bold], { path: ['columns', 0, 'textFill'] })).toEqual([21, 4.5])
  expect(rated([bold], { path: ['columns', 1, 'textFill'] })).toEqual([21, 3])
})

test('contrastAt() tells what a chart has reached from its track', () => {
  const chart = { type: 'chart', values: [40], trackFill: '#000000' }
  expect(rated([{ ...chart, chart: 'progress' }], { path: ['colors', 0] })).toEqual([1, 3])
  expect(rated([{ ...chart, chart: 'bar' }], { path: ['colors', 0] })).toEqual([21, 3])
})

test('contrastAt() rates the parts of a text by what they have of their own', () => {
  const path = ['text', 'color'] as const
  expect(rated([{ ...text, fontSize: 40 }], { path, parts: [{ fontSize: 10 }] })).toEqual([21, 4.5])
  expect(rated([{ ...text, fontSize: 10 }], { path, parts: [{ fontSize: 20, fontWeight: 700 }] })).toEqual([21, 3])
  const highlighted = [{ ...text, fontSize: 40, highlight: '#000000' }]
  expect(rated(highlighted, { path, parts: [{}, { highlight: '#ffffff' }] })).toEqual([1, 3])
  expect(rated(highlighted, { path, parts: [{ highlight: '#ffffff' }] })).toEqual([21, 3])
})

test('contrastAt() leaves out layers whose colour a record fills, unless it fills all of them', () => {
  expect(
    rated([
      { ...text, fontSize: 40 },
      { ...text, fill: bound },
    ]),
  ).toEqual([21, 3])
  expect(
    rated([{ ...text, fontSize: 10, fill: { ...bound, fallback: '#000000' } }], { path: ['fill', 'fallback'] }),
  ).toEqual([21, 4.5])
})

test('contrastAt() draws what is behind few layers only', () => {
  const layers = (count: number) => Array.from({ length: count }, () => text)
  expect(rated(layers(8))).toEqual([21, 4.5])
  expect(rated(layers(9))).toBeUndefined()
})

/** The places of the colours in what a schema describes. */
function colorsIn(schema: PropertySchema, path: readonly (string | number)[]): (readonly (string | number)[])[] {
  if (schema.kind === 'color') return [path]
  const { additionalProperties: others } = schema
  const free = typeof others === 'object' ? colorsIn(others, [...path, 'any']) : []
  const entry = schema.items ? colorsIn(schema.items, [...path, 0]) : []
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => colorsIn(part, [...path, name]))
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((form) => colorsIn(form, path))
  return [...free, ...entry, ...parts, ...forms]
}

test('every colour of every kind of layer is told from something, or is said to be a ground or faint', () => {
  const unsaid = layerTypes.flatMap((type) =>
    Object.entries(layerProperties(type)).flatMap(([name, schema]) =>
      colorsIn(schema, [name]).flatMap((path) =>
        groundsOf(type, path) === undefined ? [`${type}.${path.join('.')}`] : [],
      ),
    ),
  )
  expect(unsaid).toEqual([])
})
