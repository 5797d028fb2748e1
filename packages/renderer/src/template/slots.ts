import { z } from 'zod/mini'
import { expressionBindingSchema, looksComputed } from '#renderer/expressions/expression-binding.ts'
import {
  type Expression,
  type NameUse,
  namesIn,
  parseExpression,
  readWrittenText,
  type WrittenText,
} from '#renderer/expressions/expressions.ts'
import { unwrap } from '#renderer/properties/bindable.ts'
import { hasExpressions } from '#renderer/properties/written-text.ts'
import { type Binding, bindingSchema, looksBound } from '#renderer/values/binding.ts'
import { type Condition, whenSchema } from '#renderer/values/condition.ts'
import { kindOf } from './kinds.ts'

export type Keys = readonly (string | number)[]

/** Where a property comes from that is not simply what is written. */
export type Source =
  | { readonly kind: 'binding'; readonly binding: Binding; readonly fallback: Binding['fallback'] }
  | { readonly kind: 'expression'; readonly expression: Expression; readonly fallback: Binding['fallback'] }
  | { readonly kind: 'text'; readonly text: WrittenText }

/** A property that values decide. */
export interface Slot {
  readonly keys: Keys
  readonly source: Source
  /** The values that decide it. */
  readonly names: readonly NameUse[]
  /** What the property may be. */
  readonly schema: z.ZodMiniType
  /** True for a property that may be left out. */
  readonly hasDefault: boolean
}

/** The condition on which a layer is visible, when it has one. */
export function conditionOf(layer: { readonly visible?: unknown }): Condition | undefined {
  const parsed = whenSchema.safeParse(layer.visible)
  return parsed.success ? parsed.data.when : undefined
}

/** Every bound property of `json`, at any depth. */
export function slotsOf(json: object, shape: Readonly<Record<string, z.ZodMiniType>>): Slot[] {
  const found: Slot[] = []
  addSlots(found, json, { shape, keys: [] })
  return found
}

const known = new WeakMap<object, readonly Slot[]>()

/** Every bound property of a layer, without the layers inside: a layer never changes, so it is read once. */
export function slotsOfLayer(layer: { readonly type: string }): readonly Slot[] {
  const slots = known.get(layer) ?? slotsOf(layer, kindOf(layer).shape)
  known.set(layer, slots)
  return slots
}

type At = Pick<Slot, 'keys' | 'schema' | 'hasDefault'>

type Property = Pick<Slot, 'schema' | 'hasDefault'>

const knownProperties = new WeakMap<z.core.$ZodShape, ReadonlyMap<string, Property>>()

/** Read once for each shape: a large design has tens of thousands of parts of few shapes. */
function propertiesOf(shape: z.core.$ZodShape): ReadonlyMap<string, Property> {
  const made = knownProperties.get(shape) ?? readProperties(shape)
  knownProperties.set(shape, made)
  return made
}

function readProperties(shape: z.core.$ZodShape): Map<string, Property> {
  const properties = new Map<string, Property>()
  for (const [key, written] of Object.entries(shape)) {
    if (!(written instanceof z.ZodMiniType)) continue
    const schema = unwrap(written)
    properties.set(key, { schema, hasDefault: schema !== written })
  }
  return properties
}

function addSlots(found: Slot[], json: object, { shape, keys }: { shape: z.core.$ZodShape; keys: Keys }): void {
  const properties = propertiesOf(shape)
  for (const [key, part] of Object.entries(json)) {
    const property = properties.get(key)
    if (property) addSlotsIn(found, part, { ...property, keys: [...keys, key] })
  }
}

function addSlotsIn(found: Slot[], json: unknown, { schema, keys, hasDefault }: At): void {
  const source = sourceOf(json, schema)
  if (source) {
    found.push({ keys, schema, hasDefault, source, names: namesOf(source) })
    return
  }
  if (typeof json !== 'object' || json === null) return
  for (const form of formsOf(schema)) {
    const items = itemsOf(form, json)
    if (items) addSlotsOfItems(found, json, { schema: unwrap(items), keys, hasDefault: false })
    else if (form instanceof z.ZodMiniObject && suits(form, json)) addSlots(found, json, { shape: form.shape, keys })
  }
}

function sourceOf(json: unknown, schema: z.ZodMiniType): Source | undefined {
  if (typeof json === 'string') {
    return hasExpressions(json, schema) ? { kind: 'text', text: readWrittenText(json) } : undefined
  }
  // The rows of a table may be any objects: not all that claim to be a binding are one.
  if (looksBound(json)) {
    const binding = isUnformatted(json) ? json : bindingSchema.safeParse(json).data
    return binding && { kind: 'binding', binding, fallback: binding.fallback }
  }
  const computed = looksComputed(json) ? expressionBindingSchema.safeParse(json).data : undefined
  if (!computed) return undefined
  const { expression, fallback } = computed
  return { kind: 'expression', expression: parseExpression(expression), fallback }
}

const isPartOfBinding = (key: string) => key === 'bind' || key === 'fallback'

/** A binding that is as it is written: only formats have parts that may be left out. */
function isUnformatted(json: { bind: unknown }): json is Binding {
  const names = [json.bind].flat()
  return names.every((name) => typeof name === 'string') && Object.keys(json).every(isPartOfBinding)
}

function namesOf(source: Source): readonly NameUse[] {
  if (source.kind === 'text') return source.text.names
  const required = source.fallback === undefined
  if (source.kind === 'expression') return namesIn(source.expression, { required, isResult: true })
  const { bind } = source.binding
  const names = typeof bind === 'string' ? [bind] : bind
  return names.map((name) => ({ name, at: 0, required, isResult: true }))
}

/** True for a text that is the same whatever the values are: all that it has are braces. */
export function isFixed({ source }: Slot): boolean {
  return source.kind === 'text' && source.text.parts.every((part) => typeof part === 'string')
}

/** What each item of a list or record may be. */
function itemsOf(form: z.ZodMiniType, json: object): z.ZodMiniType | undefined {
  const items = Array.isArray(json)
    ? form instanceof z.ZodMiniArray && form.def.element
    : form instanceof z.ZodMiniRecord && form.def.valueType
  return items instanceof z.ZodMiniType ? items : undefined
}

function addSlotsOfItems(found: Slot[], json: object, { keys, ...item }: At): void {
  const items = Array.isArray(json) ? json.entries() : Object.entries(json)
  for (const [key, part] of items) addSlotsIn(found, part, { ...item, keys: [...keys, key] })
}

const knownForms = new WeakMap<z.ZodMiniType, readonly z.ZodMiniType[]>()

/** The forms that a property may have. */
export function formsOf(schema: z.ZodMiniType): readonly z.ZodMiniType[] {
  const made = knownForms.get(schema) ?? readForms(schema)
  knownForms.set(schema, made)
  return made
}

function readForms(schema: z.ZodMiniType): z.ZodMiniType[] {
  if (!(schema instanceof z.core.$ZodUnion)) return [schema]
  return schema._zod.def.options.filter((option) => option instanceof z.ZodMiniType).flatMap(readForms)
}

/** Of several objects a property may be, the one that `type` names. */
function suits(form: z.ZodMiniObject, json: object): boolean {
  const type = form.shape.type
  return !(type instanceof z.ZodMiniLiteral) || ('type' in json && type.safeParse(json.type).success)
}
