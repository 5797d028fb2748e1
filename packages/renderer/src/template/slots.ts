import { z } from 'zod/mini'
import { atOnce } from '#renderer/async/at-once.ts'
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
import { isValueList } from '#renderer/properties/value-list.ts'
import { hasExpressions } from '#renderer/properties/written-text.ts'
import { type Binding, bindingSchema, looksBound } from '#renderer/values/binding.ts'
import { type Condition, whenSchema } from '#renderer/values/condition.ts'
import { kindOf } from './kinds.ts'
import { remembered } from './remembered.ts'

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
export function slotsOf(json: object, shape: z.core.$ZodShape): readonly Slot[] {
  return atOnce(findSlots(json, shape))
}

interface AnyLayer {
  readonly type: string
}

const known = new WeakMap<AnyLayer, readonly Slot[]>()

/** Every bound property of a layer, without the layers inside: a layer never changes, so it is read once. */
export function slotsOfLayer(layer: AnyLayer): readonly Slot[] {
  return atOnce(slotsOfLayerInSteps(layer))
}

/** Does what `slotsOfLayer()` does in short steps. */
export function* slotsOfLayerInSteps(layer: AnyLayer): Generator<void, readonly Slot[]> {
  const slots = known.get(layer) ?? (yield* findSlots(layer, kindOf(layer).shape))
  known.set(layer, slots)
  return slots
}

/** A part of JSON, before it is known what decides it. */
interface Part extends Pick<Slot, 'keys' | 'schema' | 'hasDefault'> {
  readonly json: unknown
  /** False inside a list that is accepted in one pass: what claims to be a binding there may be none. */
  readonly isParsed: boolean
}

/** Each may be a long expression. */
export const PARTS_IN_STEP = 20

function* findSlots(json: object, shape: z.core.$ZodShape): Generator<void, readonly Slot[]> {
  const found: Slot[] = []
  // The next one is the last.
  const open = propertiesIn(json, { shape, keys: [], isParsed: true }).reverse()
  for (let read = 1; ; read++) {
    const part = open.pop()
    if (!part) return found
    const { keys, schema, hasDefault } = part
    const source = sourceOf(part)
    if (source) found.push({ keys, schema, hasDefault, source, names: namesOf(source) })
    else for (const inside of partsIn(part).reverse()) open.push(inside)
    if (read % PARTS_IN_STEP === 0) yield
  }
}

type Property = Pick<Slot, 'schema' | 'hasDefault'>

/** Read once for each shape: a large design has tens of thousands of parts of few shapes. */
const propertiesOf = remembered(readProperties)

function readProperties(shape: z.core.$ZodShape): ReadonlyMap<string, Property> {
  const properties = new Map<string, Property>()
  for (const [key, written] of Object.entries(shape)) {
    if (!(written instanceof z.ZodMiniType)) continue
    const schema = unwrap(written)
    properties.set(key, { schema, hasDefault: schema !== written })
  }
  return properties
}

interface Inside extends Pick<Part, 'keys' | 'isParsed'> {
  readonly shape: z.core.$ZodShape
}

function propertiesIn(json: object, { shape, keys, isParsed }: Inside): Part[] {
  const properties = propertiesOf(shape)
  return Object.entries(json).flatMap(([key, part]: [string, unknown]) => {
    const property = properties.get(key)
    return property ? [{ ...property, json: part, keys: [...keys, key], isParsed }] : []
  })
}

function partsIn({ json, schema, keys, isParsed }: Part): Part[] {
  if (typeof json !== 'object' || json === null) return []
  return formsOf(schema).flatMap((form) => {
    const items = itemsOf(form, json)
    if (items) return itemsIn(json, { schema: unwrap(items), keys, isParsed: isParsed && !isValueList(form) })
    if (!(form instanceof z.ZodMiniObject && suits(form, json))) return []
    return propertiesIn(json, { shape: form.shape, keys, isParsed })
  })
}

function sourceOf({ json, schema, isParsed }: Part): Source | undefined {
  if (typeof json === 'string') {
    return hasExpressions(json, schema) ? { kind: 'text', text: readWrittenText(json) } : undefined
  }
  if (looksBound(json)) {
    const binding = isParsed && isUnformatted(json) ? json : bindingSchema.safeParse(json).data
    return binding && { kind: 'binding', binding, fallback: binding.fallback }
  }
  const computed = looksComputed(json) ? expressionBindingSchema.safeParse(json).data : undefined
  if (!computed) return undefined
  const { expression, fallback } = computed
  return { kind: 'expression', expression: parseExpression(expression), fallback }
}

/** Of a binding that was parsed with its template, only formats have parts that are left out. */
function isUnformatted(json: object): json is Binding {
  return !('format' in json)
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

function itemsIn(json: object, item: Pick<Part, 'schema' | 'keys' | 'isParsed'>): Part[] {
  const items: [string | number, unknown][] = Array.isArray(json) ? [...json.entries()] : Object.entries(json)
  return items.map(([key, part]) => ({ ...item, json: part, hasDefault: false, keys: [...item.keys, key] }))
}

/** The forms that a property may have. */
export const formsOf = remembered(readForms)

function readForms(schema: z.ZodMiniType): readonly z.ZodMiniType[] {
  if (!(schema instanceof z.core.$ZodUnion)) return [schema]
  return schema._zod.def.options.filter((option) => option instanceof z.ZodMiniType).flatMap(readForms)
}

/** What the part of a property takes, with its default; undefined for a part that it does not have. */
export function partSchema(schema: z.ZodMiniType, json: object, key: string | number): z.ZodMiniType | undefined {
  for (const form of formsOf(unwrap(schema))) {
    const isEntry = Object.hasOwn(json, key) && typeof key === (Array.isArray(json) ? 'number' : 'string')
    const item = isEntry ? itemsOf(form, json) : undefined
    if (item) return item
    const isObject = form instanceof z.ZodMiniObject && suits(form, json) && Object.hasOwn(form.shape, key)
    const part: unknown = isObject ? form.shape[key] : undefined
    if (part instanceof z.ZodMiniType) return part
  }
  return undefined
}

/** Of several objects a property may be, the one that `type` names. */
function suits(form: z.ZodMiniObject, json: object): boolean {
  const type = form.shape.type
  return !(type instanceof z.ZodMiniLiteral) || ('type' in json && type.safeParse(json.type).success)
}
