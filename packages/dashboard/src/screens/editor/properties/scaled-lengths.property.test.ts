import { layerProperties, layerTypes, type PropertySchema } from '@pictable/renderer/property-schemas'
import { parseTemplate } from '@pictable/renderer/template'
import fc from 'fast-check'
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

const box = { name: 'One', x: 0, y: 0, width: 100, height: 50 }
const scaled = (layer: { type: string }, factor: number) => ({
  ...layer,
  ...Object.fromEntries(scaledLengths(layer, factor)),
})

describe('scaledLengths()', () => {
  /** Any value of the numbers of a schema, within its bounds. */
  const anyOf = (schema: PropertySchema): fc.Arbitrary<unknown> => {
    const { minimum = 0, maximum = 1000, properties, items, prefixItems, type } = schema
    if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true })
    if (prefixItems) return fc.tuple(...prefixItems.map(anyOf))
    if (type === 'array' && items?.type === 'number') return fc.array(anyOf(items), { maxLength: 4 })
    if (properties) {
      const numbers = Object.entries(properties).filter(([, part]) => part.type === 'number' || part.type === 'array')
      return fc.record(Object.fromEntries(numbers.map(([name, part]) => [name, anyOf(part)])))
    }
    const forms = schema.anyOf?.filter(({ type: form, prefixItems: four }) => form === 'number' || four)
    return forms?.length ? fc.oneof(...forms.map(anyOf)) : fc.constant(schema.default)
  }

  test('makes no design invalid, whatever its kind, lengths and factor', () => {
    const layer = fc.constantFrom(...layerTypes).chain((type) => {
      const paths = new Set(described(type).map(({ path }) => path.split('.')[0] ?? path))
      for (const name of ['x', 'y', 'width', 'height', 'anchor', 'columns', 'path']) paths.delete(name)
      const schemas = layerProperties(type)
      const lengths = Object.fromEntries([...paths].map((name) => [name, anyOf(schemas[name] ?? {})]))
      return fc.record({ type: fc.constant(type), ...lengths }).map((made) => ({
        ...made,
        ...(type === 'group' && { children: [] }),
      }))
    })
    const factor = fc.double({ min: 0.001, max: 1000, noNaN: true })
    fc.assert(
      fc.property(layer, factor, (any, by) => {
        const design = (one: object) => ({
          schema: 1,
          name: 'Test',
          width: 100,
          height: 100,
          layers: [{ ...one, ...box }],
        })
        parseTemplate(design(any))
        expect(() => parseTemplate(design(scaled(any, by)))).not.toThrow()
      }),
    )
  })
})
