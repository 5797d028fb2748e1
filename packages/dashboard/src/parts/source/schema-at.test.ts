import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { descriptionOf, isPart, propertiesOf, shapesAt, writtenValues } from './schema-at.ts'

const path = join(import.meta.dirname, '../../../../../docs/reference/template.schema.json')
const json: unknown = JSON.parse(readFileSync(path, 'utf8'))
const schema = isPart(json) ? json : {}

const namesOf = (document: unknown, at: (string | number)[]) => [
  ...new Set(shapesAt(schema, document, at).flatMap((shape) => Object.keys(propertiesOf(shape)))),
]

test('shapesAt() knows a layer by its type, also while something in it is wrong', () => {
  const layer = { type: 'text', name: 'Title', wdth: 5 }
  const names = namesOf({ layers: [layer] }, ['layers', 0])
  expect(names).toEqual(expect.arrayContaining(['fontSize', 'text', 'width']))
  expect(names).not.toContain('points')
  expect(namesOf({ layers: [{}] }, ['layers', 0])).toEqual(expect.arrayContaining(['fontSize', 'src', 'type']))
})

test('shapesAt() goes into gradients and bindings', () => {
  const fill = { type: 'linear', stops: [{}] }
  const document = { layers: [{ type: 'rectangle', fill, radius: { bind: 'Radius' } }] }
  expect(namesOf(document, ['layers', 0, 'fill'])).toEqual(['type', 'angle', 'stops'])
  expect(namesOf(document, ['layers', 0, 'fill', 'stops', 0])).toEqual(expect.arrayContaining(['color']))
  expect(namesOf(document, ['layers', 0, 'radius'])).toEqual(['bind', 'fallback', 'format'])
})

test('writtenValues() and descriptionOf() tell what may stand there', () => {
  const document = { layers: [{ type: 'text', verticalAlign: '' }] }
  expect(writtenValues(shapesAt(schema, document, ['layers', 0, 'verticalAlign']))).toContain('"middle"')
  expect(writtenValues(shapesAt(schema, document, ['layers', 0, 'type']))).toEqual(['"text"'])
  expect(writtenValues(shapesAt(schema, { layers: [{}] }, ['layers', 0, 'type']))).toContain('"qr-code"')
  expect(descriptionOf(shapesAt(schema, document, ['width']))).toBe('Width of the page in pixels')
})
