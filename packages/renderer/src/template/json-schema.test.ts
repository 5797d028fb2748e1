import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseTemplate, templateJsonSchema } from './template.ts'

const schema = z.fromJSONSchema(templateJsonSchema())
const accepts = (json: unknown) => schema.safeParse(json).success

const page = { schema: 1, width: 100, height: 100 }
const box = { type: 'rectangle', name: 'Box', width: 10, height: 10 }
const words = { type: 'text', name: 'Words', width: 10, height: 10 }

/** Every property at any depth, by its place. */
function propertiesIn(json: unknown, place = ''): { place: string; property: unknown }[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([key, part]: [string, unknown]) => {
    const inside = propertiesIn(part, `${place}.${key}`)
    if (key !== 'properties') return inside
    const own = Object.entries(z.record(z.string(), z.unknown()).parse(part))
    return [...own.map(([name, property]) => ({ place: `${place}.${name}`, property })), ...inside]
  })
}

describe('templateJsonSchema()', () => {
  test('says of every property what it is for', () => {
    const whole = templateJsonSchema()
    const described = z.looseObject({ description: z.string().min(3).optional(), $ref: z.string().optional() })
    const definitions = z.record(z.string(), described).parse(whole.$defs)
    const all = propertiesIn(whole)
    const silent = all.filter(({ property }) => {
      const { description, $ref = '' } = described.parse(property)
      return (description ?? definitions[$ref.replace('#/$defs/', '')]?.description) === undefined
    })
    expect(all.length).toBeGreaterThan(400)
    expect(silent.map(({ place }) => place)).toEqual([])
  })

  test.each([
    ['bindings', { ...page, background: { bind: 'Back' }, layers: [{ ...box, fill: { bind: 'A', fallback: 'red' } }] }],
    ['a condition', { ...page, layers: [{ ...box, visible: { when: { not: { value: 'A', equals: 1 } } } }] }],
    ['groups', { ...page, layers: [{ ...box, type: 'group', children: [{ ...words, text: 'a' }] }] }],
    ['the schema it stands in', { $schema: 'https://example.com/v1/template-schema.json', ...page, layers: [] }],
  ])('accepts %s', (_, template) => {
    expect(parseTemplate(template)).toBeDefined()
    expect(accepts(template)).toBe(true)
  })

  test.each([
    ['no object', 'text'],
    ['another schema', { ...page, schema: 2, layers: [] }],
    ['a missing size', { schema: 1, width: 5, layers: [] }],
    ['a size too large', { ...page, width: 10_001, layers: [] }],
    ['an unknown property', { ...page, layers: [{ ...box, colour: 'red' }] }],
    ['an unknown kind', { ...page, layers: [{ type: 'cloud', name: 'Cloud' }] }],
    ['a wrong number', { ...page, layers: [{ ...words, fontSize: 'big' }] }],
    ['a wrong colour', { ...page, layers: [{ ...box, fill: '#12' }] }],
    ['a gradient of one stop', { ...page, background: { type: 'linear', stops: [{ color: 'red' }] }, layers: [] }],
    ['a layer without a name', { ...page, layers: [{ type: 'rectangle', width: 1, height: 1 }] }],
    ['an unknown format', { ...page, layers: [{ ...words, text: { bind: 'A', format: { type: 'roman' } } }] }],
    ['a mistake in a group', { ...page, layers: [{ ...box, type: 'group', children: [{ ...words, maxLines: 0 }] }] }],
  ])('refuses %s', (_, template) => {
    expect(() => parseTemplate(template)).toThrow()
    expect(accepts(template)).toBe(false)
  })
})
