import * as v from 'valibot'

/** A schema of the document: whatever stands in it. */
export type Json = Readonly<Record<string, unknown>>

const json = v.record(v.string(), v.unknown())

const content = v.record(v.string(), v.object({ schema: json }))

const parameter = v.object({
  name: v.string(),
  in: v.picklist(['path', 'query', 'header']),
  required: v.optional(v.boolean(), false),
  description: v.optional(v.string()),
  schema: v.optional(json, {}),
})

const operation = v.object({
  operationId: v.string(),
  summary: v.string(),
  description: v.string(),
  tags: v.array(v.string()),
  security: v.array(v.unknown()),
  parameters: v.optional(v.array(parameter), []),
  requestBody: v.optional(v.object({ required: v.boolean(), content })),
  responses: v.record(v.string(), v.object({ description: v.string(), content: v.optional(content) })),
})

const document = v.object({
  paths: v.record(v.string(), v.record(v.string(), operation)),
  components: v.object({ schemas: v.record(v.string(), json) }),
})

export type Parameter = v.InferOutput<typeof parameter>

/** One endpoint as the reference shows it. */
export interface Operation extends v.InferOutput<typeof operation> {
  method: string
  path: string
}

export interface ReferenceDocument {
  /** By collection, in the order of the document. */
  groups: readonly { tag: string; operations: readonly Operation[] }[]
  schemas: Readonly<Record<string, Json>>
}

export function readDocument(answer: unknown): ReferenceDocument {
  const { paths, components } = v.parse(document, answer)
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, one]): Operation => ({ ...one, method: method.toUpperCase(), path })),
  )
  const groups = Map.groupBy(operations, ({ tags }) => tags[0] ?? '')
  return {
    groups: [...groups].map(([tag, inside]) => ({ tag, operations: inside })),
    schemas: components.schemas,
  }
}

export function jsonIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** What a reference stands for, and the name that it goes by. */
export function resolved(schema: Json, schemas: ReferenceDocument['schemas']): { name?: string; schema: Json } {
  const { $ref: reference } = schema
  if (typeof reference !== 'string') return { schema }
  const name = reference.split('/').at(-1) ?? ''
  return { name, schema: schemas[name] ?? {} }
}

const deepest = 6

/** What the schema itself names as a value. */
function namedIn({ examples, default: usual, const: fixed, enum: choices }: Json): unknown {
  const [first] = Array.isArray(examples) ? examples : []
  return first ?? fixed ?? usual ?? (Array.isArray(choices) ? choices[0] : undefined)
}

const plain: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: false, null: null }

/** Something that fits the schema: an example of its own, or its required properties. */
export function exampleOf(given: Json, schemas: ReferenceDocument['schemas'], depth = 0): unknown {
  const { schema } = resolved(given, schemas)
  const { anyOf, oneOf, type, properties, items, required, minimum } = schema
  const named = namedIn(schema)
  if (named !== undefined || depth > deepest) return named ?? null
  const inside = (one: unknown) => exampleOf(jsonIn(one), schemas, depth + 1)
  const [first] = [anyOf ?? oneOf].flat()
  if (first !== undefined) return inside(first)
  if (type === 'object') {
    const needed = Array.isArray(required) ? required : []
    const asked = Object.entries(jsonIn(properties)).filter(([name]) => needed.includes(name))
    return Object.fromEntries(asked.map(([name, one]) => [name, inside(one)]))
  }
  if (type === 'array') return [inside(items)]
  if (typeof minimum === 'number') return minimum
  return typeof type === 'string' && type in plain ? plain[type] : 'text'
}
