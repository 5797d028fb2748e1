import { idOfName } from '@pictable/editor'
import { layerProperties, layerTypes, type PropertySchema } from '@pictable/renderer/property-schemas'
import type { Rgba } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { openSession } from '#dashboard/screens/editor/session/open-session.ts'
import { contrastAt, contrastOn } from './contrast.ts'
import { groundsOf } from './grounds.ts'
import { fadedShare, seenOn } from './shares.ts'

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
  /** Of the layer that is selected. Default: all that are not in a group. */
  readonly name?: string
  /** Default: black. */
  readonly color?: Rgba
}

/** How black is told from what it is drawn on in these layers, which lie on white. */
function rated(
  layers: readonly object[],
  { path = ['fill'], parts, values = {}, behind = white, color, name }: Rated = {},
) {
  const box = { x: 0, y: 0, width: 100, height: 40 }
  const named = layers.map((layer, at) => ({ ...box, name: `Layer ${at}`, ...layer }))
  const { document } = openSession(
    { id: 'tpl_1', sample: {} },
    { schema: 1, name: 'Test', width: 600, height: 400, layers: named },
  ).state
  const names = name === undefined ? named.map((layer) => layer.name) : [name]
  const selection = names.flatMap((each) => idOfName(document, each) ?? [])
  const found = contrastAt(
    { document, values, selection },
    { path, parts, behind: (_, groups) => [{ ...all(behind), behindGroups: groups.map(() => behind) }] },
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

/** Inside of groups, from the outside in. */
const within = (layer: object, ...groups: readonly object[]): object =>
  groups.reduceRight<object>(
    (child, look, at) => ({ ...group, name: `Group ${at}`, ...look, children: [child] }),
    layer,
  )
const group = { type: 'group', x: 0, y: 0, width: 100, height: 40 }
const inside = { ...text, x: 0, y: 0, width: 100, height: 40, name: 'Text' }

test.each([
  ['its own', [{ ...text, opacity: 0.3 }], 'Layer 0', 2.1],
  ['its group', [within(inside, { opacity: 0.3 })], 'Text', 2.1],
  ['all groups around it', [within({ ...inside, opacity: 0.5 }, { opacity: 0.75 }, {}, { opacity: 0.8 })], 'Text', 2.1],
  ['a record', [{ ...text, opacity: bound }], 'Layer 0', 2.1],
  ['its highlight too', [{ ...text, opacity: 0.3, highlight: '#000000' }], 'Layer 0', 1],
])('contrastAt() rates a colour as it is seen through the opacity of %s', (_, layers, name, ratio) => {
  expect(rated(layers, { values: { Value: 0.3 }, name })?.[0]).toBe(ratio)
})

test.each([
  ['blended', { blendMode: 'multiply' }],
  ['filtered', { filters: { invert: 1 } }],
  ['cut', { mask: { layer: 'Mask' } }],
  ['of an opacity that cannot be computed', { opacity: { expression: 'Value * 2' } }],
  ['of an opacity that no record gives', { opacity: { bind: 'Nothing' } }],
])('contrastAt() says nothing of a layer that is %s, or in such a group', (_, look) => {
  const mask = { type: 'rectangle', name: 'Mask', x: 0, y: 0, width: 10, height: 10 }
  expect(rated([{ ...text, ...look }, mask], { name: 'Layer 0' })).toBeUndefined()
  expect(rated([within(inside, look), mask], { name: 'Text' })).toBeUndefined()
  expect(rated([{ ...text, filters: { invert: 0, saturate: 1 } }], {})).toEqual([21, 4.5])
})

test('fadedShare() mixes what is seen behind each faded group', () => {
  const behind = { color: white, behindGroups: [black, white], count: 1 }
  const share = fadedShare(behind, [0.5, 0.5, 1])
  // Half of the outer group is black, and half of what is within the inner one is white.
  expect(share.fade?.opacity).toBe(0.25)
  expect(seenOn([255, 0, 0, 1], share)).toEqual([191.25, 127.5, 127.5, 1])
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

const path = ['textFill'] as const

test.each([
  ['on the bar, below its middle', { values: [90] }, [1, 4.5]],
  ['on the bar that fills the track', { values: '100' }, [1, 4.5]],
  ['on the track', { values: [20] }, [21, 4.5]],
  ['on an empty track', { values: [] }, [21, 4.5]],
  ['on the edge of the bar', { values: [52] }, undefined],
  ['next to the edge in a format', { values: [90], format: { type: 'number' } }, undefined],
  ['on a bar of a record', { values: bound }, [1, 4.5]],
  ['on what no record gives', { values: { bind: 'Nothing' } }, undefined],
  ['on an upright bar', { values: [90], width: 20, height: 100 }, [1, 4.5]],
  ['on an upright track', { values: [10], width: 20, height: 100 }, [21, 4.5]],
  ['on a bar of a picture', { values: [90], colors: [picture] }, undefined],
  ['in the hole of a ring', { chart: 'ring', values: [90], width: 100, height: 100 }, [1, 4.5]],
  ['wider than the hole of a ring', { chart: 'ring', values: [90], innerRadius: 0.1 }, undefined],
])('contrastAt() rates the label of progress %s', (_, look, expected) => {
  const chart = { type: 'chart', chart: 'progress', fontSize: 12, showValues: true, width: 200, ...look }
  const colors = { colors: ['#000000'], trackFill: '#ffffff' }
  expect(rated([{ ...colors, ...chart }], { path, values: { Value: 95 }, behind: black })).toEqual(expected)
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
