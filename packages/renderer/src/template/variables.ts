import { z } from 'zod/mini'
import { pathOf } from '#renderer/errors/issues.ts'
import type { Expression, WrittenText } from '#renderer/expressions/expressions.ts'
import type { LayerHead } from '#renderer/model/layer-kind.ts'
import { pageShape } from '#renderer/properties/page.ts'
import { namesIn } from '#renderer/values/condition.ts'
import { kindOf } from './kinds.ts'
import { everyLayer } from './layer-tree.ts'
import { remembered } from './remembered.ts'
import { conditionOf, formsOf, type Slot, slotsOf, slotsOfLayer } from './slots.ts'
import type { Template, TemplateLayer } from './template.ts'

/** A value that a template asks for. */
export interface Variable {
  name: string
  kind: 'text' | 'image' | 'number' | 'color' | 'boolean'
  /** The layer that uses it; undefined for the page itself. */
  layer: string | undefined
  /** Where it is used, such as `fill.stops[0].color`. */
  property: string
  /**
   * False where the template does without such a value: where there is a fallback, and in conditions. A name in an
   * expression is required even where its value may be empty, as in `{{Name || "friend"}}`: else a typing error is silent.
   */
  required: boolean
  /** Whether the property that it is used in can have a fallback: a text with expressions has none. */
  mayFallBack: boolean
  /** False where an expression makes something else of it. */
  isResult: boolean
  /** Whether a text shows it as it is given, without a format. */
  isPlain: boolean
  /** Of a subtraction without spaces, the name that may be meant: `unit-price`. */
  hyphened?: string | undefined
}

/** Every use of a variable in the template, in the order of the layers. */
export function variablesOf(template: Pick<Template, 'layers'> & Partial<Pick<Template, 'locale'>>): Variable[] {
  const page = slotsOf(template, pageShape).flatMap((slot) => uses(slot, undefined))
  return [...page, ...everyLayer(template).flatMap(({ layer }) => variablesOfLayer(layer))]
}

/** As much of a layer as says what fills it. */
type AnyLayer = LayerHead & { readonly type: string }

/** Every use of a variable in a layer, without the layers inside. */
export const variablesOfLayer = remembered(usesIn)

function usesIn(layer: AnyLayer): readonly Variable[] {
  const condition = conditionOf(layer)
  const tested = (condition ? namesIn(condition) : []).map((name): Variable => {
    const use = { layer: layer.name, property: 'visible', required: false, mayFallBack: false }
    return { name, kind: 'text', ...use, isResult: false, isPlain: false }
  })
  return [...slotsOfLayer(layer).flatMap((slot) => uses(slot, layer.name)), ...tested]
}

function uses(slot: Slot, layer: string | undefined): Variable[] {
  const kind = kindOfValue(slot.schema)
  const property = pathOf(slot.keys)
  const { source } = slot
  const mayFallBack = source.kind !== 'text'
  const required = source.kind === 'text' || source.fallback === undefined
  const isFormatted = source.kind === 'binding' && source.binding.format !== undefined
  const isText = property === 'text' && !isFormatted
  // Of an address that is written with more than one value, each is a part.
  const isPart = kind === 'image' && source.kind === 'text' && source.text.parts.length > 1
  return slot.names.map(({ name, isResult: mayBeResult, hyphened }) => {
    const isResult = mayBeResult && !isPart
    const use = {
      name,
      kind: isResult ? kind : 'text',
      layer,
      property,
      required,
      mayFallBack,
      isResult,
      isPlain: isResult && isText,
    } as const
    return hyphened === undefined ? use : { ...use, hyphened }
  })
}

/** A use of a value that has to be one text, number, colour or the like: there, a list would have to be joined. */
export type SingleUse = Pick<Variable, 'name' | 'layer' | 'property'>

/** Every use in the template that takes no list. */
export function singleUsesOf(template: Pick<Template, 'layers'> & Partial<Pick<Template, 'locale'>>): SingleUse[] {
  const of = (slots: readonly Slot[], layer: string | undefined) =>
    slots.flatMap((slot) => singleNames(slot).map((name) => ({ name, layer, property: pathOf(slot.keys) })))
  const inLayers = everyLayer(template).flatMap(({ layer }) => of(slotsOfLayer(layer), layer.name))
  return [...of(slotsOf(template, pageShape), undefined), ...inLayers]
}

function singleNames({ source, schema }: Slot): string[] {
  // Of several pictures, the first is taken.
  if (kindOfValue(schema) === 'image' || formsOf(schema).some((form) => form instanceof z.ZodMiniArray)) return []
  if (source.kind === 'binding') {
    const { bind, format } = source.binding
    return typeof bind === 'string' && format === undefined ? [bind] : []
  }
  const whole = source.kind === 'expression' ? [source.expression] : source.text.parts.flatMap(expressionOf)
  return whole.flatMap((expression) => (expression.kind === 'name' ? [expression.name] : []))
}

function expressionOf(part: WrittenText['parts'][number]): Expression[] {
  return typeof part === 'string' ? [] : [part.expression]
}

function kindOfValue(schema: z.ZodMiniType): Variable['kind'] {
  const marked = z.globalRegistry.get(schema)?.kind
  if (marked === 'image' || marked === 'color') return marked
  if (schema instanceof z.ZodMiniNumber) return 'number'
  if (schema instanceof z.ZodMiniBoolean) return 'boolean'
  return 'text'
}

/** The properties that a modification may set on a layer. */
export function changeableProperties(layer: TemplateLayer): string[] {
  return Object.keys(kindOf(layer).shape)
}
