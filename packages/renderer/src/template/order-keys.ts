import { z } from 'zod/mini'
import { unwrap } from '#renderer/properties/bindable.ts'

type Json = Readonly<Record<string, unknown>>

type Shape = Readonly<Record<string, unknown>>

/**
 * An object with its keys in the order of a shape, at every depth. Keys that the shape does not know follow as they were;
 * `undefined` is left out. Where names are free, such as those of the cells of a row, their order stays.
 */
export function orderKeys(object: object, shape: Shape): Record<string, unknown> {
  const json: Json = { ...object }
  const known = Object.keys(shape).filter((key) => json[key] !== undefined)
  const others = written(json).filter(([key]) => !Object.hasOwn(shape, key))
  return Object.fromEntries([...known.map((key) => [key, ordered(json[key], formsOf(shape[key]))]), ...others])
}

/** A value that follows one of the schemas. */
function ordered(value: unknown, forms: readonly z.ZodMiniType[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements = forms.flatMap((form) => (form instanceof z.ZodMiniArray ? formsOf(form.def.element) : []))
    return value.map((item) => ordered(item, elements))
  }
  const json: Json = { ...value }
  const form = forms.find((one) => one instanceof z.ZodMiniObject && suits(one.shape, json))
  if (form instanceof z.ZodMiniObject) return orderKeys(json, form.shape)
  const values = forms.flatMap((one) => (one instanceof z.ZodMiniRecord ? formsOf(one.def.valueType) : []))
  return Object.fromEntries(written(json).map(([key, part]) => [key, ordered(part, values)]))
}

function written(json: Json): [string, unknown][] {
  return Object.entries(json).filter(([, part]) => part !== undefined)
}

const known = new WeakMap<object, readonly z.ZodMiniType[]>()

/** The schemas that a value may follow, without what is wrapped around them. */
function formsOf(schema: unknown): readonly z.ZodMiniType[] {
  if (!(schema instanceof z.ZodMiniType)) return []
  const forms = known.get(schema) ?? findForms(schema)
  known.set(schema, forms)
  return forms
}

function findForms(schema: z.ZodMiniType): readonly z.ZodMiniType[] {
  const inner = schema instanceof z.ZodMiniLazy ? schema.def.getter() : unwrap(schema)
  if (inner !== schema) return formsOf(inner)
  return schema instanceof z.core.$ZodUnion ? schema._zod.def.options.flatMap(formsOf) : [schema]
}

/** Whether an object of a union is meant: `type` is what it must be, else every key is one of its own. */
function suits(shape: Shape, json: Json): boolean {
  const { type } = shape
  if (type instanceof z.ZodMiniLiteral) return typeof json.type === 'string' && type.def.values.includes(json.type)
  return Object.keys(json).every((key) => Object.hasOwn(shape, key))
}
