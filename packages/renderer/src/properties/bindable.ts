import { z } from 'zod/mini'
import {
  type ExpressionBinding,
  expressionBindingSchema,
  writtenTextSchema,
} from '#renderer/expressions/expression-binding.ts'
import { bindingSchema, type BindingInput as FieldBindingInput } from '#renderer/values/binding.ts'
import { describe } from '#renderer/values/describe.ts'
import { hasExpressions, isWrittenText, longestText } from './written-text.ts'

/** What may take the place of a property. */
export type BindingInput = FieldBindingInput | ExpressionBinding

/** A property as it stands in a template: itself or a binding, at every depth. */
export type Bindable<T> = T extends readonly (infer Item)[]
  ? BindingInput | (number extends T['length'] ? Bindable<Item>[] : T)
  : T extends object
    ? BindingInput | { [Key in keyof T]: Bindable<T[Key]> }
    : BindingInput | T

type BindableField<Schema extends z.ZodMiniType> =
  undefined extends z.input<Schema>
    ? z.ZodMiniOptional<Both<Bindable<Exclude<z.input<Schema>, undefined>>>>
    : Both<Bindable<z.input<Schema>>>

/** Parsing changes nothing. */
type Both<T> = z.ZodMiniType<T, T>

/** The properties of a kind, each of which may also be a binding. Defaults are left out: they are applied after filling. */
export function bindableShape<Shape extends Record<string, z.ZodMiniType>>(
  shape: Shape,
): { [Key in keyof Shape]: BindableField<Shape[Key]> }
export function bindableShape(shape: z.core.$ZodShape): z.core.$ZodShape {
  return boundShape(shape)
}

function boundShape(shape: z.core.$ZodShape): z.core.$ZodShape {
  const schemas = Object.entries(shape).filter((entry) => isSchema(entry))
  return Object.fromEntries(schemas.map(([key, schema]) => [key, bindable(schema)]))
}

function isSchema(entry: [string, z.core.$ZodType]): entry is [string, z.ZodMiniType] {
  return entry[1] instanceof z.ZodMiniType
}

/** The property without its default or optionality. */
export function unwrap(schema: z.ZodMiniType): z.ZodMiniType {
  const wrapped =
    schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema
  return wrapped === schema || !(wrapped instanceof z.ZodMiniType) ? schema : unwrap(wrapped)
}

function bindable(schema: z.ZodMiniType): z.ZodMiniType {
  const inner = unwrap(schema)
  const bound =
    inner instanceof z.ZodMiniLiteral ? inner : z.union([bindingSchema, expressionBindingSchema, withBoundParts(inner)])
  const written = inner === schema ? bound : z.optional(bound)
  // What a property is for, for those who write it.
  const { description } = z.globalRegistry.get(schema) ?? {}
  return description === undefined ? written : describe(written, description)
}

const known = new WeakMap<z.ZodMiniType, z.ZodMiniType>()

/** Made once for each schema, so that what several properties share stands once in the JSON Schema. */
function withBoundParts(schema: z.ZodMiniType): z.ZodMiniType {
  const made = known.get(schema) ?? makeBound(schema)
  known.set(schema, made)
  return made
}

function makeBound(schema: z.ZodMiniType): z.ZodMiniType {
  if (isWrittenText(schema)) return writtenTextSchema(longestText(schema), (text) => hasExpressions(text, schema))
  if (schema instanceof z.ZodMiniObject) return z.strictObject(boundShape(schema.shape))
  if (schema instanceof z.ZodMiniArray && schema.def.element instanceof z.ZodMiniType) {
    return schema.clone({ ...schema.def, element: bindable(schema.def.element) })
  }
  if (schema instanceof z.ZodMiniRecord && schema.def.valueType instanceof z.ZodMiniType) {
    return schema.clone({ ...schema.def, valueType: bindable(schema.def.valueType) })
  }
  if (schema instanceof z.core.$ZodUnion) {
    return z.union(schema._zod.def.options.filter((option) => option instanceof z.ZodMiniType).map(withBoundParts))
  }
  return schema
}
