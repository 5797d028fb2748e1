import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { formsOf } from '#dashboard/parts/templates/schema-forms.ts'
import { usualCurrency } from '#dashboard/parts/templates/usual-currency.ts'

/** How a property is asked for. */
export type Control =
  | { kind: 'number'; minimum?: number | undefined; maximum?: number | undefined; isWhole: boolean }
  | { kind: 'text'; isLong: boolean }
  /** A number where it is one, else text, such as `auto`. */
  | { kind: 'scalar' }
  | { kind: 'color' }
  | { kind: 'paint' }
  | { kind: 'choice'; options: readonly unknown[] }
  | { kind: 'switch' }
  /** One number, or four: of corners or sides. */
  | { kind: 'four'; item: PropertySchema }
  /** A list as one line of text. */
  | { kind: 'words'; isNumbers: boolean; isOneText: boolean }
  /** A list of lists, as lines. */
  | { kind: 'rows' }
  | { kind: 'list'; item: PropertySchema; minimum: number; maximum: number }
  | { kind: 'object'; properties: Readonly<Record<string, PropertySchema>> }
  | { kind: 'map'; item: PropertySchema }
  | { kind: 'variants'; variants: readonly PropertySchema[] }

/** Texts that may be longer are asked for in several lines. */
const ONE_LINE = 1000

const isOf = (schema: PropertySchema, type: string) => schema.type === type

function plainControl(schema: PropertySchema): Control | undefined {
  const { type, minimum, maximum, maxLength = ONE_LINE + 1 } = schema
  if (schema.enum) return { kind: 'choice', options: schema.enum }
  if (type === 'number' || type === 'integer') return { kind: 'number', minimum, maximum, isWhole: type === 'integer' }
  if (type === 'boolean') return { kind: 'switch' }
  if (type === 'string')
    return schema.kind === 'color' ? { kind: 'color' } : { kind: 'text', isLong: isLong(maxLength) }
  return undefined
}

const isLong = (maxLength: number) => maxLength > ONE_LINE && maxLength <= 2_000_000

/** Whether the items of a list are lists or objects themselves. */
function holdsLists({ items }: PropertySchema): boolean {
  const forms = items ? filledForms(items) : []
  return forms.some((form) => isOf(form, 'object') || (isOf(form, 'array') && form.items !== undefined))
}

/** The forms that a value may have, without null. */
const filledForms = (schema: PropertySchema) => formsOf(schema).filter((form) => !isOf(form, 'null'))

function controlOfForms(forms: readonly PropertySchema[]): Control | undefined {
  const list = forms.find((form) => isOf(form, 'array'))
  const tuple = list?.prefixItems
  const [first] = tuple ?? []
  if (tuple?.length === 4 && first) return { kind: 'four', item: first }
  if (list && forms.some((form) => isOf(form, 'string'))) {
    if (holdsLists(list)) return { kind: 'rows' }
    const items = list.items ? filledForms(list.items) : []
    return { kind: 'words', isNumbers: isOf(items[0] ?? {}, 'number'), isOneText: items.length === 1 }
  }
  if (forms.every((form) => form.properties)) return { kind: 'variants', variants: forms }
  const isScalar = forms.every((form) => ['string', 'number', 'integer'].includes(form.type ?? ''))
  return isScalar ? { kind: 'scalar' } : undefined
}

/** The control of a property; undefined for what none is made for. */
export function controlOf(schema: PropertySchema): Control | undefined {
  const forms = filledForms(schema)
  if (schema.kind === 'color' && forms.length > 1) return { kind: 'paint' }
  const [only] = forms
  if (forms.length !== 1 || !only) return controlOfForms(forms)
  const plain = plainControl(only)
  if (plain) return plain
  if (only.items) {
    return { kind: 'list', item: only.items, minimum: only.minItems ?? 0, maximum: only.maxItems ?? 1000 }
  }
  if (only.properties) return { kind: 'object', properties: only.properties }
  return typeof only.additionalProperties === 'object' ? { kind: 'map', item: only.additionalProperties } : undefined
}

const singleControls: ReadonlySet<Control['kind'] | undefined> = new Set([
  ...(['number', 'scalar', 'color', 'paint', 'choice', 'switch', 'text'] as const),
  ...(['four', 'words', 'rows'] as const),
])

/** A number, or each of four; undefined for what is no number. */
export function numberControlOf(schema: PropertySchema): Extract<Control, { kind: 'number' }> | undefined {
  const control = controlOf(schema)
  const own = control?.kind === 'four' ? controlOf(control.item) : control
  return own?.kind === 'number' ? own : undefined
}

/** Whether one text, number or colour can take the place of a property, as an expression makes it. */
export const isSingle = (schema: PropertySchema): boolean => singleControls.has(controlOf(schema)?.kind)

/** What a new entry of a list, or an object that is added, begins as. */
export function startOf(schema: PropertySchema): unknown {
  const usual = schema.default ?? schema.examples?.[0]
  if (usual !== undefined) return usual
  const control = controlOf(schema)
  switch (control?.kind) {
    case 'number':
      return Math.max(control.minimum ?? 0, Math.min(control.maximum ?? 1, 1))
    case 'color':
    case 'paint':
      return '#4f46e5'
    case 'choice':
      return control.options[0]
    case 'switch':
      return false
    case 'list':
      return Array.from({ length: control.minimum }, () => startOf(control.item))
    case 'object':
      return startOfObject(control.properties, schema.required ?? [])
    case 'map':
      return {}
    case 'variants':
      return startOfVariant(control.variants[0])
    case 'four':
      return 0
    default:
      return ''
  }
}

export function startOfVariant(variant: PropertySchema | undefined): unknown {
  return variant ? startOfObject(variant.properties ?? {}, variant.required ?? []) : {}
}

function startOfObject(
  properties: Readonly<Record<string, PropertySchema>>,
  required: readonly string[],
): Readonly<Record<string, unknown>> {
  const needed = Object.entries(properties).filter(([name]) => required.includes(name))
  return Object.fromEntries(
    needed.map(([name, schema]) => [name, name === 'currency' ? usualCurrency() : (schema.const ?? startOf(schema))]),
  )
}
