import fc from 'fast-check'
import { z } from 'zod'

const jsonSchema = z.record(z.string(), z.unknown()).catch({})
const names = z.array(z.string()).catch([])
const wholeNumber = z.number().optional().catch(undefined)

/** What is known of values by the name they stand under, such as ids that lead somewhere. */
export type ByName = (name: string) => fc.Arbitrary<unknown> | undefined

interface Making {
  /** Leads a `$ref` to its schema. */
  resolve(reference: string): unknown
  byName: ByName
  depth: number
}

/** Below this, optional parts are left out, so that what contains itself ends. */
const deepest = 5
/** What cannot end for being required within itself is cut off here, and no longer fits. */
const cutAt = 12

const plainText = fc.oneof(fc.constantFrom('Name', 'Image', 'Products', 'Cup', 'a', '1'), fc.string({ maxLength: 12 }))

/** Within the years that databases know, at their edge, and beyond. */
const times = ['2026-01-31T00:00:00Z', '0001-01-01T00:00:00.000Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00']

function textOf(schema: Record<string, unknown>): fc.Arbitrary<string> {
  const { minLength: shortest = 0, maxLength: longest } = z
    .object({ minLength: wholeNumber, maxLength: wholeNumber })
    .parse(schema)
  const bounds = [shortest, ...(longest === undefined ? [] : [longest])]
  const atBounds = fc.constantFrom(...bounds).map((length) => 'x'.repeat(Math.min(length, 20_000)))
  const fitting = plainText.map((text) => text.padEnd(shortest, 'x').slice(0, longest))
  if (schema.format === 'date-time') return fc.constantFrom(...times)
  return fc.oneof({ weight: 6, arbitrary: fitting }, { weight: 1, arbitrary: atBounds })
}

function numberOf(schema: Record<string, unknown>): fc.Arbitrary<number> {
  const { minimum = -1000, maximum = 1000 } = z.object({ minimum: wholeNumber, maximum: wholeNumber }).parse(schema)
  const between =
    schema.type === 'integer'
      ? fc.integer({
          min: Math.ceil(Math.max(minimum, -1000)),
          max: Math.floor(Math.min(Math.max(maximum, minimum), 10_000)),
        })
      : fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof({ weight: 5, arbitrary: between }, { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) })
}

function arrayOf(schema: Record<string, unknown>, making: Making): fc.Arbitrary<unknown> {
  const bounds = z.object({ minItems: wholeNumber, maxItems: wholeNumber }).parse(schema)
  const { minItems: fewest = 0, maxItems: most = 4 } = bounds
  const deeper = { ...making, depth: making.depth + 1 }
  const maxLength = making.depth >= deepest ? fewest : Math.max(fewest, Math.min(most, 4))
  return fc.array(
    later(() => made(schema.items, deeper)),
    { minLength: fewest, maxLength },
  )
}

function objectOf(schema: Record<string, unknown>, making: Making): fc.Arbitrary<unknown> {
  const properties = Object.entries(jsonSchema.parse(schema.properties))
  const required = new Set(names.parse(schema.required))
  const deeper = { ...making, depth: making.depth + 1 }
  const optional = making.depth < deepest ? properties.filter(([name]) => !required.has(name)) : []
  const known = fc.subarray(optional, { maxLength: Math.min(optional.length, 6) }).chain((chosen) => {
    const wanted = [...properties.filter(([name]) => required.has(name)), ...chosen]
    return fc.record(
      Object.fromEntries(wanted.map(([name, value]) => [name, making.byName(name) ?? made(value, deeper)])),
    )
  })
  const others = schema.additionalProperties
  if (typeof others !== 'object' || others === null || making.depth >= deepest) return known
  const more = fc.dictionary(
    plainText,
    later(() => made(others, deeper)),
    { maxKeys: 3 },
  )
  return fc.tuple(more, known).map(([one, other]) => ({ ...one, ...other }))
}

/** Built only when it is needed: schemas contain themselves. */
function later(make: () => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.constant(null).chain(make)
}

function oneOf(schemas: readonly unknown[], making: Making): fc.Arbitrary<unknown> {
  return fc.constantFrom(...schemas).chain((one) => made(one, { ...making, depth: making.depth + 0.5 }))
}

function made(given: unknown, making: Making): fc.Arbitrary<unknown> {
  if (making.depth > cutAt) return fc.constant(null)
  const schema = jsonSchema.parse(given)
  if (typeof schema.$ref === 'string') return made(making.resolve(schema.$ref), making)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown[]>(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (Array.isArray(either)) return oneOf(making.depth >= deepest ? either.slice(0, 1) : either, making)
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arrayOf(schema, making)
    case 'object':
      return objectOf(schema, making)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** `resolveIn()` leads a `$ref` to what it names in the document. */
export function resolveIn(document: unknown): (reference: string) => unknown {
  return (reference) => {
    let place = document
    for (const step of reference.split('/').slice(1)) {
      if (typeof place !== 'object' || place === null) return undefined
      place = new Map<string, unknown>(Object.entries(place)).get(step)
    }
    return place
  }
}

/** `arbitraryOf()` makes what fits a JSON Schema, with a liking for its limits. */
export function arbitraryOf(
  schema: unknown,
  options: { resolve: Making['resolve']; byName: ByName },
): fc.Arbitrary<unknown> {
  return made(schema, { ...options, depth: 0 })
}
