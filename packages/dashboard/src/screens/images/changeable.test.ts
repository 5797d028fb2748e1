import { globSync, readFileSync } from 'node:fs'
import { changeProblem, everyLayer, parseTemplate, type TemplateInput } from '@pictable/renderer/template'
import { describe, expect, test } from 'vitest'
import {
  type ChangeField,
  changeableLayers,
  type Modification,
  obstaclesOf,
  typedIn,
  unusedLeft,
  unusedValues,
  withoutUnused,
  withTyped,
} from './changeable.ts'

/** As the API gives it. */
function designOf(path: string) {
  const json = JSON.parse(readFileSync(path, 'utf8'))
  return parseTemplate(json.template ?? json)
}
const designs = [...globSync('examples/templates/*.json'), ...globSync('packages/renderer/designs/*.json')]

const fieldsOf = (design: object, name: string) => changeableLayers(design).find((layer) => layer.name === name)?.fields
const keysOf = (design: object, name: string) => fieldsOf(design, name)?.map(({ key }) => key)

function fieldOf(design: object, name: string, key: string): ChangeField {
  const field = fieldsOf(design, name)?.find((each) => each.key === key)
  if (!field) throw new Error(`${name} has no field ${key}`)
  return field
}

const box = { width: 40, height: 40 }
const withLayers = (layers: TemplateInput['layers']) => parseTemplate({ schema: 1, width: 100, height: 100, layers })

const typedFor = { text: 'Sold', color: '#c0392b', number: '3', percent: '100' }

describe('changeableLayers()', () => {
  test('lists the layers of real designs from front to back, with those of groups', () => {
    const voucher = designOf('examples/templates/gift-voucher.json')
    const names = changeableLayers(voucher).map(({ name }) => name)
    expect(names.toSorted()).toEqual(
      everyLayer(voucher)
        .map(({ layer }) => layer.name)
        .toSorted(),
    )
    const nested = everyLayer(voucher).find(({ keys }) => keys.length > 2)
    const group = voucher.layers.find(({ type }) => type === 'group')
    const path = changeableLayers(voucher).find(({ name }) => name === nested?.layer.name)?.path
    expect(path).toBe(`${group?.name} › ${nested?.layer.name}`)
    expect(names[0]).toBe(voucher.layers.at(-1)?.name)
  })

  test.each(designs)('offers only what a modification may change (%s)', (path) => {
    const design = designOf(path)
    const problems = everyLayer(design).flatMap(({ layer }) =>
      (fieldsOf(design, layer.name) ?? []).map((field) => {
        const [changed] = withTyped([], field, { layer: layer.name, scope: undefined, typed: typedFor[field.kind] })
        return changeProblem(layer, field.key, changed?.[field.key])
      }),
    )
    expect(problems.filter((problem) => problem !== undefined)).toEqual([])
  })

  test('offers texts, colours, crop and place of each kind', () => {
    const picture = { type: 'picture', src: '{{Photo}}', focalPoint: { x: 0.2, y: 0.5 } } as const
    const svg = { type: 'svg', src: 'data:,a', colors: { '#f00': '#0f0' } } as const
    const design = withLayers([
      { ...box, type: 'text', name: 'Title', text: { bind: 'Name' }, x: 8, shadow: { x: 1 } },
      { ...box, type: 'path-text', name: 'Arc', text: 'Round' },
      { ...box, type: 'image', name: 'Photo', focalPoint: { x: 0.25, y: 0.5 } },
      { ...box, type: 'ellipse', name: 'Frame', fill: picture, stroke: { width: 2 } },
      { ...box, type: 'ellipse', name: 'Ring', stroke: { width: 2, color: picture } },
      { ...box, ...svg, name: 'Logo', fit: 'cover' },
      { ...box, type: 'table', name: 'Prices', rows: [] },
      { ...box, type: 'chart', name: 'Chart', values: [1, 2], colors: ['#111', '#222'] },
      { ...box, type: 'rating', name: 'Stars', value: 3 },
    ])
    const place = ['x', 'y']
    const crop = ['focalPoint.x', 'focalPoint.y']
    expect(keysOf(design, 'Title')).toEqual(['text', 'fill', 'highlight', 'shadow.color', ...place])
    expect(keysOf(design, 'Ring')).toEqual(['fill', ...place])
    expect(keysOf(design, 'Arc')).toEqual(['text', 'fill', ...place])
    expect(keysOf(design, 'Photo')).toEqual([...crop, 'zoom', ...place])
    const inside = ['fill.focalPoint.x', 'fill.focalPoint.y', 'fill.zoom']
    expect(keysOf(design, 'Frame')).toEqual(['stroke.color', ...inside, ...place])
    expect(keysOf(design, 'Logo')).toEqual(['fill', 'stroke', 'colors.#f00', ...crop, ...place])
    expect(keysOf(design, 'Prices')).toContain('textFill')
    expect(keysOf(design, 'Chart')).toEqual(expect.arrayContaining(['colors[0]', 'colors[1]', 'textFill']))
    expect(keysOf(design, 'Stars')).toEqual(['value', 'fill', 'emptyFill', ...place])
    const written = [
      fieldOf(design, 'Title', 'text'),
      fieldOf(design, 'Title', 'x'),
      fieldOf(design, 'Photo', 'focalPoint.x'),
      fieldOf(design, 'Photo', 'zoom'),
      fieldOf(design, 'Frame', 'fill.focalPoint.x'),
      fieldOf(design, 'Chart', 'colors[1]'),
    ].map((field) => field.written)
    expect(written).toEqual(['{{Name}}', '8', '25', '100', '20', '#222'])
  })

  test('offers no place that follows from an anchor or a row, and no crop of what is stretched', () => {
    const anchor = { layer: 'Title', side: 'below' } as const
    const design = withLayers([
      { ...box, type: 'text', name: 'Title' },
      { ...box, type: 'rectangle', name: 'Line', anchor },
      { ...box, type: 'rectangle', name: 'Centred', anchor: { ...anchor, align: 'center' } },
      {
        ...{ ...box, type: 'group', name: 'Row', layout: 'row' },
        children: [{ ...box, type: 'image', name: 'Photo', fit: 'fill' }],
      },
    ])
    expect(keysOf(design, 'Line')).toEqual(['fill', 'x'])
    expect(keysOf(design, 'Centred')).toEqual(['fill'])
    expect(keysOf(design, 'Photo')).toEqual([])
  })

  test('finds none in what is no design', () => {
    expect([null, {}, { layers: [1, {}] }].map(changeableLayers)).toEqual([[], [], []])
  })
})

const text: ChangeField = { key: 'text', kind: 'text', written: '' }
const x: ChangeField = { key: 'x', kind: 'number', written: '' }
const percent = { kind: 'percent', minimum: 0, maximum: 100, written: '' } as const
const focalX: ChangeField = { ...percent, key: 'focalPoint.x' }
const focalY: ChangeField = { ...percent, key: 'focalPoint.y' }
const title = { layer: 'Title', scope: undefined }
const photo = { layer: 'Photo', scope: undefined }

describe('withTyped()', () => {
  test('adds, replaces and removes a property, and keeps those that are not shown', () => {
    const stored: Modification[] = [{ name: 'Title', fontSize: 30 }]
    const typed = withTyped(stored, text, { ...title, typed: 'Sold' })
    expect(typed).toEqual([{ name: 'Title', fontSize: 30, text: 'Sold' }])
    expect(typedIn(typed, text, title)).toBe('Sold')
    expect(withTyped(typed, text, { ...title, typed: '' })).toEqual(stored)
    const moved = withTyped([], x, { ...title, typed: '-4' })
    expect(moved).toEqual([{ name: 'Title', x: -4 }])
    expect(withTyped(moved, x, { ...title, typed: '' })).toEqual([])
  })

  test('changes one half of a crop, and leaves the other one as it is', () => {
    const left = withTyped([], focalX, { ...photo, typed: '10' })
    expect(left).toEqual([{ name: 'Photo', 'focalPoint.x': 0.1 }])
    const both = withTyped(left, focalY, { ...photo, typed: '400' })
    expect(both).toEqual([{ name: 'Photo', 'focalPoint.x': 0.1, 'focalPoint.y': 1 }])
    const lower = withTyped(both, focalX, { ...photo, typed: '' })
    expect(lower).toEqual([{ name: 'Photo', 'focalPoint.y': 1 }])
    expect([typedIn(lower, focalX, photo), typedIn(lower, focalY, photo)]).toEqual(['', '100'])
    expect(withTyped(lower, focalY, { ...photo, typed: '' })).toEqual([])
  })

  test('takes a stored whole apart', () => {
    const stored: Modification[] = [{ name: 'Photo', focalPoint: { x: 0.25, y: 0.75 } }]
    expect([typedIn(stored, focalX, photo), typedIn(stored, focalY, photo)]).toEqual(['25', '75'])
    expect(withTyped(stored, focalX, { ...photo, typed: '' })).toEqual([{ name: 'Photo', 'focalPoint.y': 0.75 }])
    const second: ChangeField = { key: 'colors[1]', kind: 'color', written: '' }
    const colors = withTyped([{ name: 'Chart', colors: ['red', 'blue'] }], second, {
      layer: 'Chart',
      scope: undefined,
      typed: '',
    })
    expect(colors).toEqual([{ name: 'Chart', 'colors[0]': 'red' }])
  })

  test('changes one output alone', () => {
    const small = { layer: 'Title', scope: 'small' }
    const both = withTyped(withTyped([], text, { ...title, typed: 'Sold' }), text, { ...small, typed: 'Out' })
    expect(both).toEqual([
      { name: 'Title', text: 'Sold' },
      { name: 'Title', output: 'small', text: 'Out' },
    ])
    expect([typedIn(both, text, title), typedIn(both, text, small)]).toEqual(['Sold', 'Out'])
  })
})

test('withoutUnused() removes what has no effect, and nothing else', () => {
  const stored: Modification[] = [
    { name: 'Band', fill: 'red', x: 1 },
    { name: 'Band', output: 'small', fill: 'blue' },
  ]
  const unused = { name: 'Band', output: null, property: null, used_elsewhere: false, reason: '' }
  expect(unusedValues(stored, unused)).toEqual([
    ['fill', 'red'],
    ['x', 1],
  ])
  expect(withoutUnused(stored, unused)).toEqual([stored[1]])
  expect(withoutUnused(stored, { ...unused, property: 'x' })).toEqual([{ name: 'Band', fill: 'red' }, stored[1]])
  expect(withoutUnused(stored, { ...unused, output: 'small' })).toEqual([stored[0]])
  expect(unusedValues(withoutUnused(stored, unused), unused)).toEqual([])
})

test('unusedLeft() keeps a change until it is removed or has another value', () => {
  const modifications: Modification[] = [{ name: 'Band', fill: 'red', x: 1 }]
  const one = { name: 'Band', output: null, used_elsewhere: false, reason: '' }
  const [fill, x] = [
    { ...one, property: 'fill' },
    { ...one, property: 'x' },
  ]
  const stored = { unused: [fill, x], modifications }
  expect(unusedLeft(modifications, stored)).toEqual([fill, x])
  expect(unusedLeft([{ name: 'Band', x: 1, fill: 'blue' }], stored)).toEqual([x])
  expect(unusedLeft([{ name: 'Band', fill: 'red' }], stored)).toEqual([fill])
})

test('obstaclesOf() lists the warnings that no unused change explains', () => {
  const gone = 'The record was deleted from the table, so no run applies this.'
  const lost = 'exception of layer "Star": there is no layer "Star"'
  expect(obstaclesOf({ warnings: [gone, lost], unused: [{}] })).toEqual([gone])
  expect(obstaclesOf({ warnings: [lost], unused: [{}] })).toEqual([])
})
