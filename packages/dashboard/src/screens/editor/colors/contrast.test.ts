import { layerProperties, layerTypes, type PropertySchema } from '@pictable/renderer/property-schemas'
import type { Rgba } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { contrastWith } from './contrast.ts'

import { contrastedOf } from './grounds.ts'

const white: Rgba = [255, 255, 255, 1]
const black: Rgba = [0, 0, 0, 1]
const many = (count: number, color: Rgba) => Array.from({ length: count }, () => color)

test('contrastWith() is that of WCAG 2, where the ground suits a colour least', () => {
  expect(contrastWith(black, [white])).toBeCloseTo(21)
  expect(contrastWith([119, 119, 119, 1], [white])).toBeCloseTo(4.48, 2)
  // Half transparent black on white is grey.
  expect(contrastWith([0, 0, 0, 0.5], [white])).toBeLessThan(5)
  expect(contrastWith(white, [...many(50, white), ...many(50, black)])).toBeCloseTo(1)
  // A few places, such as a thin line, do not count.
  expect(contrastWith(white, [...many(96, black), ...many(4, white)])).toBeCloseTo(21)
  expect(contrastWith(black, [[0, 0, 0, 0]])).toBeUndefined()
})

test('contrastedOf() knows a colour by its kind, also as a part of a gradient and as a fallback', () => {
  expect(contrastedOf('table', ['columns', 2, 'textFill'])).toMatchObject({ font: 'text' })
  expect(contrastedOf('rectangle', ['stroke', 'color', 'stops', 0, 'color'])).toEqual({})
  expect(contrastedOf('text', ['fill', 'fallback'])).toMatchObject({ over: [['highlight']] })
  expect(contrastedOf('chart', ['colors', 1])).toEqual({})
  expect(contrastedOf('table', ['fill'])).toBeNull()
  expect(contrastedOf('image', ['shadow', 'color'])).toBeNull()
})

/** The places of the colours in what a schema describes. */
function colorsIn(schema: PropertySchema, path: readonly (string | number)[]): (readonly (string | number)[])[] {
  if (schema.kind === 'color') return [path]
  const entry = schema.items ? colorsIn(schema.items, [...path, 0]) : []
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => colorsIn(part, [...path, name]))
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((form) => colorsIn(form, path))
  return [...entry, ...parts, ...forms]
}

test('every colour of every kind of layer is told from something, or is said to be a ground or faint', () => {
  const unsaid = layerTypes.flatMap((type) =>
    Object.entries(layerProperties(type)).flatMap(([name, schema]) =>
      colorsIn(schema, [name]).flatMap((path) =>
        contrastedOf(type, path) === undefined ? [`${type}.${path.join('.')}`] : [],
      ),
    ),
  )
  expect(unsaid).toEqual([])
})
