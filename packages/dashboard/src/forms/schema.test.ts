import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { controlOf, labelOf, schemaShape, variantOf, withField } from './schema.ts'

function controlFor(schema: z.ZodType) {
  return controlOf(v.parse(schemaShape, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
}

describe('controlOf()', () => {
  test.each([
    ['a line of text', z.string(), 'text'],
    ['an address', z.url(), 'text'],
    ['a whole number', z.int().min(1), 'number'],
    ['a number with a default', z.number().default(3), 'number'],
    ['yes or no', z.boolean(), 'switch'],
    ['one of a few', z.enum(['ssl', 'none']), 'choice'],
    ['one of a few constants', z.union([z.literal('a'), z.literal('b')]), 'choice'],
    ['what may be null', z.string().nullable(), 'text'],
    ['one of a few, or null', z.enum(['a', 'b']).nullable(), 'choice'],
    ['several texts', z.array(z.string()), 'list'],
    ['an object', z.object({ a: z.string() }), 'group'],
    ['names of any kind', z.record(z.string(), z.string()), 'map'],
    [
      'one of several shapes',
      z.union([z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      'variants',
    ],
    ['what no control fits', z.union([z.string(), z.number()]), 'json'],
    ['anything', z.unknown(), 'json'],
  ])('gives %s the control that fits', (_, schema, kind) => {
    expect(controlFor(schema).kind).toBe(kind)
  })
})

test('labelOf() makes words of a name when the schema gives no title', () => {
  expect(labelOf('time_zone', {})).toBe('Time zone')
  expect(labelOf('endpoint_url', {})).toBe('Endpoint URL')
  expect(labelOf('url', { title: 'Address' })).toBe('Address')
})

test('variantOf() knows a variant by its constants', () => {
  const variants = [{ properties: { kind: { const: 'a' } } }, { properties: { kind: { const: 'b' } } }]
  expect(variantOf(variants, { kind: 'b' })).toBe(1)
  expect(variantOf(variants, {})).toBe(0)
})

test('withField() leaves out what was emptied', () => {
  expect(withField({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 })
})
