import { z } from 'zod/mini'
import { requestPaints } from '#renderer/drawing/paint-requests.ts'
import { placeholder } from '#renderer/drawing/placeholder.ts'
import { issuesOf, pathOf } from '#renderer/errors/issues.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { ExpressionError } from '#renderer/expressions/expression-error.ts'
import { errorPlaceOf, type FilledLayer, type Pictured, placeOf } from '#renderer/model/filled-layer.ts'
import { type Tolerance, tolerating } from '#renderer/model/tolerance.ts'
import type { Warning } from '#renderer/model/warning.ts'
import { type CommonProperties, commonSchema } from '#renderer/properties/common.ts'
import { pageShape } from '#renderer/properties/page.ts'
import { type Paint, paintSchema } from '#renderer/properties/paint.ts'
import { type Condition, holds, namesIn } from '#renderer/values/condition.ts'
import { suitValue } from '#renderer/values/suit-value.ts'
import { checkValues, isEmpty, isList, toText, type Value, type Values } from '#renderer/values/value.ts'
import { type Changes, changesByLayer, isReplaced, type Modification, type Properties, withParts } from './changes.ts'
import { kindOf } from './kinds.ts'
import { childrenOf } from './layer-tree.ts'
import { missingNames } from './missing-names.ts'
import { put } from './put.ts'
import { conditionOf, isFixed, type Slot, slotsOf, slotsOfLayer } from './slots.ts'
import { look, readSource } from './source-value.ts'
import type { Template, TemplateLayer } from './template.ts'

/** A template without bindings. */
export interface Drawing {
  readonly background: Paint
  /** What the background is drawn with. */
  readonly page: Pictured
  readonly layers: readonly FilledLayer[]
  readonly warnings: readonly Warning[]
}

/** What a template is filled with. */
export interface Contents {
  readonly values?: Values | undefined
  readonly modifications?: readonly Modification[] | undefined
  readonly tolerance?: Tolerance | undefined
}

/**
 * Puts values and modifications into a template. An empty value leaves its property at the fallback of the binding, else
 * at its default (a boolean one: false). Throws a RenderError when a value does not suit its property.
 */
export function fill(template: Template, { values = {}, modifications = [], tolerance }: Contents): Drawing {
  checkValues(values)
  const plan = planOf(template)
  if (tolerance) forgetFormer(plan)
  const changes = changesByLayer(template, modifications)
  const warnings: Warning[] = []
  const page = fillPage(template, plan, { values, warnings, tolerance, locale: 'en' })
  const locale = typeof page.locale === 'string' ? page.locale : 'en'
  const background = paintSchema.parse(page.background ?? pageShape.background.parse(undefined))
  const content = { paints: new Map(requestPaints(template, [background])) }
  return {
    background,
    page: { name: undefined, source: pageSource, content, isStatic: isBackgroundFixed(plan) },
    layers: plan.layers.map((each) => fillLayer(each, { values, warnings, changes, tolerance, locale })),
    warnings,
  }
}

/** No value can change it; a locale of the record formats values, not pictures. */
function isBackgroundFixed({ page }: Plan): boolean {
  return page.every((slot) => slot.keys[0] !== 'background' || isFixed(slot))
}

/** What of a tolerant job is said of the page is kept under this. */
const pageSource = { name: 'Page' }

function fillPage(template: Template, { page }: Plan, { tolerance, ...filling }: PageFilling): Properties {
  try {
    return insert({ ...template }, page, { ...filling, layer: undefined })
  } catch (error) {
    if (!tolerance || !(error instanceof RenderError)) throw error
    tolerance.errors.set(pageSource, error)
    return {}
  }
}

interface LayerPlan {
  readonly layer: TemplateLayer
  readonly slots: readonly Slot[]
  readonly condition: Condition | undefined
  readonly children: readonly LayerPlan[]
  /** The values that decide about it, and about what is inside. */
  readonly names: readonly string[]
  /** What it was filled with, where nothing was modified, the last one first: equal values make the same layer. */
  readonly kept: KeptLayer[]
}

/** Where a design is edited, records of a contact sheet are drawn again and again beside the one that is shown. */
const MAX_EDITED = 32
/** Of layers with pictures: what they are drawn with holds them decoded. */
const MAX_PICTURED = 2

interface KeptLayer {
  readonly values: readonly Value[]
  readonly locale: string
  readonly filled: FilledLayer
  readonly warnings: readonly Warning[]
}

interface Plan {
  readonly page: readonly Slot[]
  readonly layers: readonly LayerPlan[]
}

const plans = new WeakMap<Template, Plan>()
const layerPlans = new WeakMap<TemplateLayer, LayerPlan>()

function planOf(template: Template): Plan {
  const known = plans.get(template)
  if (known) return known
  const plan = {
    page: slotsOf(template, pageShape),
    layers: template.layers.map(planLayer),
  }
  plans.set(template, plan)
  return plan
}

/** Of the design that was edited last. */
let edited: Plan | undefined

/** The history of an editor holds former layers, each of which would hold itself filled with every record. */
function forgetFormer(plan: Plan): void {
  if (edited === plan) return
  const present = new Set(everyPlan(plan.layers))
  for (const former of everyPlan(edited?.layers ?? [])) {
    if (!present.has(former)) former.kept.splice(former.kept.some(({ filled }) => hasPictures(filled)) ? 0 : 1)
  }
  edited = plan
}

const everyPlan = (layers: readonly LayerPlan[]): readonly LayerPlan[] =>
  layers.flatMap((layer) => [layer, ...everyPlan(layer.children)])

/** Templates share the plans of layers that they have in common. */
function planLayer(layer: TemplateLayer): LayerPlan {
  const known = layerPlans.get(layer)
  if (known) return known
  const slots = slotsOfLayer(layer)
  const condition = conditionOf(layer)
  const children = childrenOf(layer).map(planLayer)
  const own = [...slots.flatMap(({ names }) => names.map(({ name }) => name)), ...(condition ? namesIn(condition) : [])]
  const names = [...new Set([...own, ...children.flatMap((child) => child.names)])]
  const plan = { layer, slots, condition, children, names, kept: [] }
  layerPlans.set(layer, plan)
  return plan
}

interface Filling {
  readonly values: Values
  readonly locale: string
  readonly warnings: Warning[]
}

interface PageFilling extends Filling {
  readonly tolerance: Tolerance | undefined
}

interface LayerFilling extends PageFilling {
  readonly changes: ReadonlyMap<string, Changes>
}

function fillLayer(plan: LayerPlan, filling: LayerFilling): FilledLayer {
  return tolerating(filling.tolerance, plan.layer, {
    run: () => fillOrHide(plan, filling),
    instead: () => broken(plan.layer),
  })
}

function fillOrHide(plan: LayerPlan, filling: LayerFilling): FilledLayer {
  const { layer } = plan
  if (layer.onInvalid !== 'hide') return fillKept(plan, filling)
  try {
    return fillKept(plan, filling)
  } catch (error) {
    if (!isInvalid(error) || error.layer !== layer.name) throw error
    filling.warnings.push(invalid(`${error.message}, so the layer is hidden`))
    return { name: layer.name, source: layer, isStatic: false, children: [], common: hidden({}) }
  }
}

const invalid = (message: string): Warning => ({ code: 'invalid', message })

function isInvalid(error: unknown): error is RenderError {
  return error instanceof RenderError && error.code === 'value_invalid'
}

/** Where it is written, as large as it is written. */
function broken(layer: TemplateLayer): FilledLayer {
  const written = Object.entries(layer).filter(([key, value]) => PLACE.has(key) && typeof value === 'number')
  const common = commonSchema.parse({ width: 0, height: 0, ...Object.fromEntries(written) })
  const content = { measure: () => placeholder(common.width, common.height) }
  return { name: layer.name, source: layer, isStatic: false, children: [], common, content }
}

const PLACE = new Set(['x', 'y', 'width', 'height', 'rotation'])

function fillKept(plan: LayerPlan, filling: LayerFilling): FilledLayer {
  if (isChanged(plan, filling.changes)) return fillAgain(plan, filling)
  const values = plan.names.map((name) => look(filling.values, name))
  const known = takeKept(plan, values, filling.locale)
  if (known) {
    plan.kept.unshift(known)
    for (const warning of known.warnings) filling.warnings.push(warning)
    return known.filled
  }
  const warnings: Warning[] = []
  const errors = filling.tolerance?.errors.size
  const filled = fillAgain(plan, { ...filling, warnings })
  // What is wrong inside has to be noted each time.
  if (filling.tolerance?.errors.size === errors && !values.some(mayChange)) {
    plan.kept.unshift({ values, locale: filling.locale, filled, warnings })
    const max = hasPictures(filled) ? MAX_PICTURED : MAX_EDITED
    plan.kept.splice(filling.tolerance ? max : 1)
  }
  for (const warning of warnings) filling.warnings.push(warning)
  return filled
}

/** Out of the list: what was used last is its first. */
function takeKept({ kept }: LayerPlan, values: readonly Value[], locale: string): KeptLayer | undefined {
  const at = kept.findIndex(
    (each) => each.locale === locale && values.every((value, index) => Object.is(value, each.values[index])),
  )
  return at < 0 ? undefined : kept.splice(at, 1)[0]
}

/** Lists and objects, by those who gave them: none is known again. */
const mayChange = (value: Value): boolean => typeof value === 'object' && value !== null

/** A static picture inside is there once, whatever is kept. */
function hasPictures({ content, children }: FilledLayer): boolean {
  const own = content?.image !== undefined || (content?.paints?.size ?? 0) > 0
  return own || children.some((child) => !child.isStatic && hasPictures(child))
}

function fillAgain(plan: LayerPlan, filling: LayerFilling): FilledLayer {
  const { layer, slots, condition } = plan
  const changes = filling.changes.get(layer.name)
  const known = { ...layer, ...(condition && { visible: holds(condition, filling.values) }), ...changes?.whole }
  const open = slots.filter((slot) => !(changes && isReplaced(changes, slot.keys)))
  const { name, onInvalid } = layer
  const withValues = (json: Properties, part: readonly Slot[]) =>
    insert(json, part, { ...filling, layer: name, onInvalid })
  const shown = withValues(known, open.filter(decidesVisibility))
  // What an invisible layer would have been is nobody's concern, so its other values may be wrong.
  const isShown = shown.visible !== false
  const others = open.filter((slot) => !decidesVisibility(slot))
  const rest = isShown
    ? complete(layer, withParts(layer, withValues(shown, others), changes?.parts ?? []))
    : { common: hidden(shown) }
  const children = isShown ? plan.children.map((child) => fillLayer(child, filling)) : []
  const isStatic =
    !changes && slots.every(isFixed) && condition === undefined && children.every((child) => child.isStatic)
  return { name: layer.name, source: layer, isStatic, children, ...rest }
}

function isChanged({ layer, children }: LayerPlan, changes: ReadonlyMap<string, Changes>): boolean {
  return changes.size > 0 && (changes.has(layer.name) || children.some((child) => isChanged(child, changes)))
}

function decidesVisibility(slot: Slot): boolean {
  return slot.keys[0] === 'visible'
}

function hidden({ x, y }: Properties): CommonProperties {
  const place = { x: typeof x === 'number' ? x : 0, y: typeof y === 'number' ? y : 0 }
  return commonSchema.parse({ ...place, width: 0, height: 0, visible: false })
}

function complete(layer: TemplateLayer, properties: Properties): Pick<FilledLayer, 'common' | 'content'> {
  const kind = kindOf(layer)
  const checked = kind.plain.safeParse(properties)
  if (!checked.success) throw unsuitable(layer, checked.error)
  return { common: commonSchema.parse(checked.data), content: kind.create(checked.data) }
}

/** Only what is bound can be wrong here: a property without default whose value is empty, or parts that clash. */
function unsuitable(layer: TemplateLayer, error: z.core.$ZodError): RenderError {
  const first = issuesOf(error)[0]
  const bound = slotsOfLayer(layer).find((slot) => pathOf(slot.keys) === first?.path)
  const value = bound ? `, but ${wordsFor(bound)} is empty` : ''
  const message = `layer "${layer.name}": ${first?.path ?? ''} ${first?.message ?? 'is invalid'}${value}`
  return new RenderError('value_invalid', message, { layer: layer.name })
}

function insert(json: Properties, slots: readonly Slot[], filling: SlotFilling): Properties {
  const filled = { ...json }
  const own = new Set<object>()
  for (const slot of slots) put(filled, slot.keys, { value: valueOrFallback(slot, filling), own })
  return filled
}

interface SlotFilling extends Filling {
  /** The name of the layer; undefined for the page. */
  readonly layer: string | undefined
  readonly onInvalid?: TemplateLayer['onInvalid']
}

function valueOrFallback(slot: Slot, filling: SlotFilling): unknown {
  if (filling.onInvalid !== 'fallback') return valueFor(slot, filling)
  try {
    return valueFor(slot, filling)
  } catch (error) {
    if (!isInvalid(error)) throw error
    return insteadOf(error, slot, filling)
  }
}

/** The fallback of an invalid value, or the default when there is none that is valid. */
function insteadOf(error: RenderError, slot: Slot, { layer, warnings }: SlotFilling): unknown {
  try {
    const fallback = fallbackOf(slot, layer)
    if (fallback !== undefined) {
      warnings.push(invalid(`${error.message}, so ${wordsForFallback(slot)}`))
      return fallback
    }
  } catch (worse) {
    if (!isInvalid(worse)) throw worse
    warnings.push(invalid(worse.message))
  }
  if (!slot.hasDefault) {
    const message = `${error.message}; the property has no default, so give it a fallback in the template`
    throw new RenderError('value_invalid', message, errorPlaceOf(layer))
  }
  warnings.push(invalid(`${error.message}, so its default is used`))
  return undefined
}

function wordsForFallback({ source, keys }: Slot): string {
  if (source.kind !== 'text' && source.fallback != null) return 'its fallback is used'
  return keys[0] === 'visible' ? 'the layer is hidden' : 'it is false'
}

function valueFor(slot: Slot, filling: SlotFilling): unknown {
  const { source } = slot
  const { values, locale, warnings, layer } = filling
  const warn = (warning: string) => {
    warnings.push({ code: 'unformatted', message: `${placeOf(layer)}: ${pathOf(slot.keys)}: ${warning}` })
  }
  for (const problem of missingNames(slot, values)) {
    warnings.push(invalid(`${placeOf(layer)}: ${pathOf(slot.keys)} ${problem}`))
  }
  const isImage = z.globalRegistry.get(slot.schema)?.kind === 'image'
  const value = orInvalid(slot, layer, () => readSource(source, { values, locale, isImage, warn }))
  if (source.kind === 'text' || !isEmpty(value)) return suit(value, slot, { layer, words: wordsFor(slot) })
  return fallbackOf(slot, layer)
}

/** What a property is without a value; undefined for its default. */
function fallbackOf(slot: Slot, layer: string | undefined): unknown {
  const fallback = slot.source.kind === 'text' ? undefined : slot.source.fallback
  if (fallback !== undefined && fallback !== null) return suit(fallback, slot, { layer, words: 'the fallback' })
  return slot.schema.type === 'boolean' ? false : undefined
}

/** An expression whose values do not suit it is an error of the layer. */
function orInvalid(slot: Slot, layer: string | undefined, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw new RenderError(
      'value_invalid',
      `${placeOf(layer)}: ${pathOf(slot.keys)} ${error.message}`,
      errorPlaceOf(layer),
    )
  }
}

interface Named {
  readonly layer: string | undefined
  /** What the value is. */
  readonly words: string
}

function suit(value: Value, slot: Slot, { layer, words }: Named): unknown {
  const suited = suitValue(value, slot.schema)
  if ('data' in suited) return suited.data
  const given = toText(value).slice(0, 80)
  const shown = isList(value) ? `the list "${given}"` : `"${given}"`
  const message = `${pathOf(slot.keys)}: ${words} is ${shown}, but it ${suited.reason}`
  throw new RenderError('value_invalid', `${placeOf(layer)}: ${message}`, errorPlaceOf(layer))
}

/** What a property is filled with, in words. */
function wordsFor({ source, names }: Slot): string {
  if (source.kind !== 'binding') return `the result of the ${source.kind}`
  return `the value "${names.map(({ name }) => name).join('", "')}"`
}
