import { layerProperties, type PropertySchema, pageProperties } from '@pictable/renderer/property-schemas'
import { describe, expect, test } from 'vitest'
import { isAddition, sections, shownProperties } from '#dashboard/screens/editor/properties/presentation.ts'
import { sectionsOf } from '#dashboard/screens/editor/properties/section-order.ts'
import { newLayers } from '#dashboard/screens/editor/session/new-layer.ts'
import { controlOf, startOf, startOfVariant } from './controls.ts'

/** What is not asked for in the inspector, and where it is instead. */
const ELSEWHERE: ReadonlySet<string> = new Set(['page.editor'])

/** Every property of a schema that has no control, at any depth. */
function without(path: string, schema: PropertySchema): string[] {
  const control = controlOf(schema)
  switch (control?.kind) {
    case undefined:
      return [path]
    case 'object':
      return partsWithout(path, control.properties)
    case 'variants':
      return control.variants.flatMap(({ properties = {} }) => partsWithout(path, properties))
    case 'list':
    case 'map':
    case 'four':
      return without(`${path}[]`, control.item)
    default:
      return []
  }
}

function partsWithout(path: string, properties: Readonly<Record<string, PropertySchema>>): string[] {
  return Object.entries(properties)
    .filter(([, schema]) => schema.const === undefined)
    .flatMap(([name, schema]) => without(`${path}.${name}`, schema))
}

/** Texts that their schema refuses in what is chosen or added, at any depth. */
function refused(path: string, schema: PropertySchema): string[] {
  const parts = (properties: Readonly<Record<string, PropertySchema>>) =>
    Object.entries(properties).flatMap(([name, each]) => refused(`${path}.${name}`, each))
  const control = controlOf(schema)
  switch (control?.kind) {
    case 'object':
      return parts(control.properties)
    case 'variants':
      return control.variants.flatMap((variant) => [
        ...refusedIn(path, variant, startOfVariant(variant)),
        ...parts(variant.properties ?? {}),
      ])
    case 'list':
    case 'map':
      return [...refusedIn(`${path}[]`, control.item, startOf(control.item)), ...refused(`${path}[]`, control.item)]
    default:
      return []
  }
}

function refusedIn(
  path: string,
  { pattern, minLength = 0, properties = {} }: PropertySchema,
  start: unknown,
): string[] {
  if (typeof start === 'string') {
    const isFit = start.length >= minLength && new RegExp(pattern ?? '').test(start)
    return isFit ? [] : [`${path}: ${JSON.stringify(start)}`]
  }
  if (typeof start !== 'object' || start === null) return []
  return Object.entries(start).flatMap(([name, part]) => refusedIn(`${path}.${name}`, properties[name] ?? {}, part))
}

describe('the inspector', () => {
  const kinds = Object.keys(newLayers)

  test('has a control for every property of each of the 15 kinds and of the page', () => {
    expect(kinds).toHaveLength(15)
    expect(kinds.flatMap((type) => partsWithout(type, layerProperties(type)))).toEqual([])
    const page = partsWithout('page', pageProperties())
    expect(page.filter((path) => !ELSEWHERE.has(path))).toEqual([])
  })

  test('starts whatever is chosen or added with texts that are valid', () => {
    const bad = kinds.flatMap((type) =>
      Object.entries(layerProperties(type)).flatMap(([name, schema]) => refused(`${type}.${name}`, schema)),
    )
    expect(bad).toEqual([])
  })

  test('shows every property once, in a section', () => {
    for (const type of [...kinds, 'page']) {
      const schemas = type === 'page' ? pageProperties() : layerProperties(type)
      const shown = shownProperties(type, schemas)
      expect(shown.map(({ name }) => name).sort()).toEqual(Object.keys(schemas).sort())
      expect(shown.every(({ section }) => sections.includes(section))).toBe(true)
    }
  })

  test.each([
    ['text', ['text', 'fontFamily']],
    ['image', ['src', 'x']],
    ['svg', ['colors', 'fill']],
    ['line', ['color', 'thickness']],
    ['polygon', ['sides', 'x']],
    ['star', ['points', 'innerRadius']],
    ['group', ['layout', 'align']],
    ['qr-code', ['value', 'x']],
    ['barcode', ['value', 'format']],
    ['rating', ['value', 'max']],
    ['chart', ['chart', 'values']],
    ['table', ['rows', 'columns']],
    ['path-text', ['text', 'shape']],
    ['rectangle', ['x', 'y']],
  ])('shows first what a %s is about: %j', (type, first) => {
    const shown = shownProperties(type, layerProperties(type)).filter(({ schema }) => !isAddition(schema))
    const order = sectionsOf(type).flatMap((name) => shown.filter(({ section }) => section === name))
    expect(order).toHaveLength(shown.length)
    expect(order.slice(0, 2).map(({ name }) => name)).toEqual(first)
  })

  test('gives each kind the control that suits it', () => {
    const kindOf = (type: string, name: string) => controlOf(layerProperties(type)[name] ?? {})?.kind
    expect(kindOf('rectangle', 'fill')).toBe('paint')
    expect(kindOf('path-text', 'fill')).toBe('paint')
    expect(kindOf('svg', 'fill')).toBe('color')
    expect(kindOf('rectangle', 'radius')).toBe('four')
    expect(kindOf('text', 'text')).toBe('text')
    expect(kindOf('text', 'fontFamily')).toBe('words')
    expect(kindOf('text', 'fontVariations')).toBe('map')
    expect(kindOf('text', 'fontFeatures')).toBe('map')
    expect(kindOf('chart', 'values')).toBe('words')
    expect(kindOf('chart', 'format')).toBe('variants')
    expect(kindOf('table', 'rows')).toBe('rows')
    expect(kindOf('table', 'columns')).toBe('list')
    expect(kindOf('line', 'points')).toBe('list')
    expect(kindOf('image', 'circle')).toBe('switch')
  })

  test('offers a picture for every paint of the page and of layers, and corners where there are some', () => {
    const all = [...kinds.map(layerProperties), pageProperties()].flatMap((schemas) => Object.entries(schemas))
    const paints = all.filter(([, schema]) => controlOf(schema)?.kind === 'paint')
    expect(new Set(paints.map(([name]) => name))).toContain('background')
    expect(paints.filter(([, schema]) => !JSON.stringify(schema).includes('"picture"'))).toEqual([])
    const parts = (type: string) => Object.keys(layerProperties(type).stroke?.properties ?? {})
    expect(parts('star')).toEqual(expect.arrayContaining(['cap', 'join']))
    expect(parts('ellipse')).toContain('cap')
    expect(parts('ellipse')).not.toContain('join')
    expect(parts('text')).not.toContain('cap')
  })

  test('knows what may be added to a layer', () => {
    const additions = Object.entries(layerProperties('text')).filter(([, schema]) => isAddition(schema))
    expect(additions.map(([name]) => name).sort()).toEqual(['anchor', 'filters', 'mask', 'shadow', 'stroke'])
  })
})
