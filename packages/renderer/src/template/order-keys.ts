import { z } from 'zod/mini'
import { unwrap } from '#renderer/properties/bindable.ts'
import { remembered } from './remembered.ts'

type Json = Readonly<Record<string, unknown>>

type Shape = Readonly<Record<string, unknown>>

/**
 * An object with its keys in the order of a shape, at every depth. Keys that the shape does not know follow as they were;
 * `undefined` is left out. Where names are free, such as those of the cells of a row, their order stays.
 */
export function orderKeys(object: object, shape: Shape): Record<string, unknown> {
  return inOrder({ ...object }, objectOf(shape))
}

function inOrder(json: Json, { parts }: ObjectForm): Record<string, unknown> {
  const entries: [string, unknown][] = []
  for (const [key, forms] of parts) {
    if (json[key] !== undefined) entries.push([key, ordered(json[key], forms())])
  }
  for (const key of Object.keys(json)) {
    if (json[key] !== undefined && !parts.has(key)) entries.push([key, json[key]])
  }
  return Object.fromEntries(entries)
}

/** A value that has one of the forms. */
function ordered(value: unknown, forms: Forms): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements = forms.elements()
    return value.map((item) => ordered(item, elements))
  }
  if (!isJson(value)) return value
  const form = forms.objects.find((one) => suits(one, value))
  if (form) return inOrder(value, form)
  const values = forms.values()
  const written = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(written.map(([key, part]) => [key, ordered(part, values)]))
}

const isJson = (value: object): value is Json => !Array.isArray(value)

/** Whether an object of a union is meant: `type` is what it must be, else every key is one of its own. */
function suits({ types, parts }: ObjectForm, json: Json): boolean {
  if (types) return types.has(json.type)
  return Object.keys(json).every((key) => parts.has(key))
}

/**
 * What a value may be, by what it is as JSON. All of it is read once and when it is needed: a large design has tens of
 * thousands of values, and groups have groups inside.
 */
interface Forms {
  readonly objects: readonly ObjectForm[]
  /** Of the items of a list. */
  readonly elements: () => Forms
  /** Of what has a free name. */
  readonly values: () => Forms
}

interface ObjectForm {
  /** In the order in which they are written. */
  readonly parts: ReadonlyMap<string, () => Forms>
  readonly types: ReadonlySet<unknown> | undefined
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const objectOf = remembered(readObject)

function readObject(shape: Shape): ObjectForm {
  const { type } = shape
  return {
    parts: new Map(Object.entries(shape).map(([key, schema]) => [key, once(() => readForms(schemasOf(schema)))])),
    types: type instanceof z.ZodMiniLiteral ? new Set<unknown>(type.def.values) : undefined,
  }
}

function readForms(schemas: readonly z.ZodMiniType[]): Forms {
  return {
    objects: schemas.flatMap((schema) => (schema instanceof z.ZodMiniObject ? objectOf(schema.shape) : [])),
    elements: once(() =>
      readForms(schemas.flatMap((schema) => (schema instanceof z.ZodMiniArray ? schemasOf(schema.def.element) : []))),
    ),
    values: once(() =>
      readForms(
        schemas.flatMap((schema) => (schema instanceof z.ZodMiniRecord ? schemasOf(schema.def.valueType) : [])),
      ),
    ),
  }
}

/** The schemas that a value may follow, without what is wrapped around them. */
function schemasOf(schema: unknown): readonly z.ZodMiniType[] {
  if (!(schema instanceof z.ZodMiniType)) return []
  const inner = schema instanceof z.ZodMiniLazy ? schema.def.getter() : unwrap(schema)
  if (inner !== schema) return schemasOf(inner)
  return schema instanceof z.core.$ZodUnion ? schema._zod.def.options.flatMap(schemasOf) : [schema]
}
