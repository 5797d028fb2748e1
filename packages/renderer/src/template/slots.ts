import { z } from 'zod'
import { unwrap } from '#renderer/properties/bindable.ts'
import { type Binding, bindingSchema, looksBound } from '#renderer/values/binding.ts'
import { type Condition, whenSchema } from '#renderer/values/condition.ts'

export type Keys = readonly (string | number)[]

/** A property that a value decides. */
export interface Slot {
  readonly keys: Keys
  readonly binding: Binding
  /** What the property may be. */
  readonly schema: z.ZodType
}

/** The condition on which a layer is visible, when it has one. */
export function conditionOf(layer: { readonly visible?: unknown }): Condition | undefined {
  const parsed = whenSchema.safeParse(layer.visible)
  return parsed.success ? parsed.data.when : undefined
}

/** Every bound property of `json`, at any depth. */
export function slotsOf(json: object, shape: Readonly<Record<string, z.ZodType>>): Slot[] {
  return Object.entries(json).flatMap(([key, part]) => {
    const schema = shape[key]
    return schema ? slotsIn(part, schema, [key]) : []
  })
}

function slotsIn(json: unknown, wrapped: z.ZodType, keys: Keys): Slot[] {
  const schema = unwrap(wrapped)
  if (looksBound(json)) return [{ keys, binding: bindingSchema.parse(json), schema }]
  if (typeof json !== 'object' || json === null) return []
  return formsOf(schema).flatMap((form) => {
    if (Array.isArray(json)) {
      const element = form instanceof z.ZodArray ? form.element : undefined
      if (!(element instanceof z.ZodType)) return []
      return json.flatMap((item, index) => slotsIn(item, element, [...keys, index]))
    }
    if (form instanceof z.ZodRecord) {
      const { valueType } = form
      if (!(valueType instanceof z.ZodType)) return []
      return Object.entries(json).flatMap(([key, item]) => slotsIn(item, valueType, [...keys, key]))
    }
    if (!(form instanceof z.ZodObject) || !suits(form, json)) return []
    return slotsOf(json, form.shape).map((slot) => ({ ...slot, keys: [...keys, ...slot.keys] }))
  })
}

function formsOf(schema: z.ZodType): z.ZodType[] {
  if (!(schema instanceof z.ZodUnion)) return [schema]
  return schema.options.filter((option) => option instanceof z.ZodType).flatMap(formsOf)
}

/** Of several objects a property may be, the one that `type` names. */
function suits(form: z.ZodObject, json: object): boolean {
  const type = form.shape.type
  return !(type instanceof z.ZodLiteral) || ('type' in json && type.safeParse(json.type).success)
}
