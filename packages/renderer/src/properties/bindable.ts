import { z } from 'zod'
import { type BindingInput, bindingSchema } from '#renderer/values/binding.ts'

/** A property as it stands in a template: itself or a binding, at every depth. */
export type Bindable<T> = T extends readonly (infer Item)[]
  ? BindingInput | (number extends T['length'] ? Bindable<Item>[] : T)
  : T extends object
    ? BindingInput | { [Key in keyof T]: Bindable<T[Key]> }
    : BindingInput | T

type BindableField<Schema extends z.ZodType> =
  undefined extends z.input<Schema>
    ? z.ZodOptional<Both<Bindable<Exclude<z.input<Schema>, undefined>>>>
    : Both<Bindable<z.input<Schema>>>

/** Parsing changes nothing. */
type Both<T> = z.ZodType<T, T>

/** The properties of a kind, each of which may also be a binding. Defaults are left out: they are applied after filling. */
export function bindableShape<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
): { [Key in keyof Shape]: BindableField<Shape[Key]> }
export function bindableShape(shape: Record<string, z.ZodType>): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, bindable(schema)]))
}

/** The property without its default or optionality. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const wrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return wrapped === schema || !(wrapped instanceof z.ZodType) ? schema : unwrap(wrapped)
}

function bindable(schema: z.ZodType): z.ZodType {
  const inner = unwrap(schema)
  const bound = inner instanceof z.ZodLiteral ? inner : z.union([bindingSchema, withBoundParts(inner)])
  const written = inner === schema ? bound : bound.optional()
  // What a property is for, for those who write it.
  return schema.description === undefined ? written : written.describe(schema.description)
}

const known = new WeakMap<z.ZodType, z.ZodType>()

/** Made once for each schema, so that what several properties share stands once in the JSON Schema. */
function withBoundParts(schema: z.ZodType): z.ZodType {
  const made = known.get(schema) ?? makeBound(schema)
  known.set(schema, made)
  return made
}

function makeBound(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return z.strictObject(bindableShape(schema.shape))
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType) {
    return schema.clone({ ...schema.def, element: bindable(schema.element) })
  }
  if (schema instanceof z.ZodRecord && schema.valueType instanceof z.ZodType) {
    return schema.clone({ ...schema.def, valueType: bindable(schema.valueType) })
  }
  if (schema instanceof z.ZodUnion) {
    return z.union(schema.options.filter((option) => option instanceof z.ZodType).map(withBoundParts))
  }
  return schema
}
