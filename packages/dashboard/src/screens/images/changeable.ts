import { layerProperties, type PropertySchema } from '@pictable/renderer/property-schemas'
import * as v from 'valibot'
import { formsOf } from '#dashboard/parts/templates/schema-forms.ts'
import { isSame } from '#dashboard/ui/is-same.ts'

/** What the viewer can change in a layer. */
export interface ChangeField {
  /** As modifications name it: a property, or a part of one such as `fill.zoom` and `colors[1]`. */
  key: string
  kind: 'text' | 'color' | 'number' | 'percent'
  minimum?: number | undefined
  maximum?: number | undefined
  /** What the design has in its place; '' for what cannot be said in one line. */
  written: string
}

export interface ChangeableLayer {
  name: string
  /** With the groups that it is in. */
  path: string
  fields: readonly ChangeField[]
}

/** As the API has it. */
export type Modification = { name: string; output?: string } & Record<string, unknown>

const layerShape = v.looseObject({
  type: v.string(),
  name: v.string(),
  layout: v.optional(v.unknown()),
  anchor: v.optional(v.looseObject({ side: v.string(), align: v.optional(v.unknown()) })),
  children: v.optional(v.array(v.unknown())),
})
const designShape = v.looseObject({ layers: v.array(v.unknown()) })

type Layer = v.InferOutput<typeof layerShape>
type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A place of a layer, with what it takes and what is written there. */
interface Place {
  key: string
  schema: PropertySchema
  json: unknown
}

/** The parts of a value: of an object those that may be there, of a list or map those that are. */
function partsOf({ key, schema, json }: Place): Place[] {
  const value = json ?? schema.default
  return formsOf(schema).flatMap(({ properties, items, additionalProperties }) => {
    if (Array.isArray(value))
      return items ? value.map((each, at) => ({ key: `${key}[${at}]`, schema: items, json: each })) : []
    if (!isJson(value) || 'bind' in value || 'expression' in value) return []
    if (properties !== undefined && (properties.type === undefined || properties.type.const === value.type))
      return Object.entries(properties).map(([name, part]) => ({
        key: `${key}.${name}`,
        schema: part,
        json: value[name],
      }))
    if (typeof additionalProperties !== 'object') return []
    const names = Object.keys(value).filter((name) => !/[.[\]]/.test(name))
    return names.map((name) => ({ key: `${key}.${name}`, schema: additionalProperties, json: value[name] }))
  })
}

const isPercent = (key: string) => /(^|\.)(focalPoint\.[xy]|zoom)$/.test(key)

function words({ key, schema, json }: Place): string {
  const value = json ?? schema.default
  if (isJson(value)) return typeof value.bind === 'string' ? `{{${value.bind}}}` : ''
  if (typeof value === 'number' && isPercent(key)) return String(toPercent(value))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const toPercent = (value: number) => Math.round(value * 1000) / 10

function fieldOf(place: Place, kind: ChangeField['kind']): ChangeField {
  const { minimum, maximum } = place.schema
  const bounds = { minimum: minimum && minimum * 100, maximum: maximum && maximum * 100 }
  return { key: place.key, kind, ...(kind === 'percent' && bounds), written: words(place) }
}

/** Whether the layer or fill chooses a part of its picture, and how. */
function cropFields(places: readonly Place[]): ChangeField[] {
  const named = (name: string) => places.find(({ key }) => key === name || key.endsWith(`.${name}`))
  const [focal, zoom, fit] = [named('focalPoint'), named('zoom'), named('fit')]
  const how = fit && (fit.json ?? fit.schema.default)
  if (focal === undefined || how === 'fill') return []
  const point = formsOf(focal.schema).flatMap(({ properties = {} }) => Object.entries(properties))
  const written = isJson(focal.json) ? focal.json : undefined
  const usual = isJson(focal.schema.default) ? focal.schema.default : {}
  const isBound = written !== undefined && written.x === undefined
  const parts = point.map(([name, schema]) => {
    const json = isBound ? undefined : (written ?? usual)[name]
    return fieldOf({ key: `${focal.key}.${name}`, schema, json }, 'percent')
  })
  return [...parts, ...(zoom && how !== 'contain' ? [fieldOf(zoom, 'percent')] : [])]
}

/** A picture in place of a colour is none to choose. */
const isColor = ({ schema, json }: Place) => schema.kind === 'color' && !(isJson(json) && json.type === 'picture')

/** The colours at a place and in the parts of it. */
function colorFields(place: Place): ChangeField[] {
  const { schema, json } = place
  const inside = json === undefined && !Array.isArray(schema.default) ? [] : partsOf(place)
  if (isColor(place)) return [fieldOf(place, 'color')]
  return inside.filter(isColor).map((part) => fieldOf(part, 'color'))
}

/** Where a layer can be moved: its place may follow from an anchor, or from the group that lines it up. */
function movableSides({ anchor }: Layer, group: Layer | undefined): readonly string[] {
  if (anchor === undefined) return group?.layout === 'row' || group?.layout === 'column' ? [] : ['x', 'y']
  if (anchor.align !== undefined) return []
  return anchor.side === 'below' || anchor.side === 'above' ? ['x'] : ['y']
}

const isPart = ({ key }: ChangeField) => /[.[]/.test(key)

function fieldsOf(layer: Layer, group: Layer | undefined): ChangeField[] {
  const places = Object.entries(layerProperties(layer.type)).map(([key, schema]) => ({ key, schema, json: layer[key] }))
  const texts = places.filter(({ schema }) => schema.kind === 'text')
  const values = places.filter(({ key, schema }) => key === 'value' && schema.type === 'number')
  const fill = places.find(({ key }) => key === 'fill')
  return [
    ...texts.map((place) => fieldOf(place, 'text')),
    ...values.map((place) => fieldOf(place, 'number')),
    ...places.flatMap(colorFields).toSorted((one, other) => Number(isPart(one)) - Number(isPart(other))),
    ...cropFields(places),
    ...(fill && isJson(fill.json) && fill.json.type === 'picture' ? cropFields(partsOf(fill)) : []),
    ...movableSides(layer, group).flatMap((side) =>
      places.filter(({ key }) => key === side).map((place) => fieldOf(place, 'number')),
    ),
  ]
}

function layersIn(layers: readonly unknown[], groups: readonly Layer[]): ChangeableLayer[] {
  return layers.toReversed().flatMap((json) => {
    if (!v.is(layerShape, json)) return []
    const layer = json
    const path = [...groups, layer].map(({ name }) => name).join(' › ')
    const own = { name: layer.name, path, fields: fieldsOf(layer, groups.at(-1)) }
    return [own, ...layersIn(layer.children ?? [], [...groups, layer])]
  })
}

/** The layers of a design, those of groups included, from front to back. */
export function changeableLayers(design: unknown): ChangeableLayer[] {
  return layersIn(v.is(designShape, design) ? design.layers : [], [])
}

interface Target {
  layer: string
  scope: string | undefined
}

const isOf = ({ name, output }: Modification, { layer, scope }: Target) => name === layer && output === scope

/** The wholes that a part is in, the nearest first: `fill.focalPoint.x` is in `fill.focalPoint` and `fill`. */
const wholesOf = (key: string) => [...key.matchAll(/[.[]/g)].map(({ index }) => key.slice(0, index)).toReversed()

/** A modification that names the parts in place of the whole that has this part. */
function apart(modification: Modification, key: string): Modification {
  const whole = wholesOf(key).find((name) => Object.hasOwn(modification, name))
  if (whole === undefined) return modification
  const { [whole]: value, name, ...others } = modification
  if (typeof value !== 'object' || value === null) return modification
  const parts = Object.entries(value).map(([part, each]) => [
    Array.isArray(value) ? `${whole}[${part}]` : `${whole}.${part}`,
    each,
  ])
  return apart({ ...others, ...Object.fromEntries(parts), name }, key)
}

/** What is typed in a field: the value that the exception gives; '' where it gives none. */
export function typedIn(modifications: readonly Modification[], { key, kind }: ChangeField, target: Target): string {
  const found = modifications.find((each) => isOf(each, target))
  const value = found && apart(found, key)[key]
  if (typeof value === 'number' && kind === 'percent') return String(toPercent(value))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function parsed(
  typed: string,
  { kind, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: ChangeField,
): unknown {
  if (kind === 'text' || kind === 'color') return typed
  const number = Math.min(maximum, Math.max(minimum, Number(typed)))
  return kind === 'percent' ? number / 100 : number
}

/** A modification without some of what it changes; none when it changes nothing else. */
const orNone = (modification: Modification) =>
  Object.keys(modification).every((key) => key === 'name' || key === 'output') ? [] : [modification]

/** The modifications with what was typed in a field; an empty one leaves the property as the template says. */
export function withTyped(
  modifications: readonly Modification[],
  field: ChangeField,
  { typed, ...target }: Target & { typed: string },
): Modification[] {
  const { layer, scope } = target
  const at = modifications.findIndex((each) => isOf(each, target))
  const before = modifications[at] ?? { name: layer, ...(scope !== undefined && { output: scope }) }
  const { [field.key]: _, name, ...rest } = apart(before, field.key)
  const kept = orNone({ ...rest, ...(typed !== '' && { [field.key]: parsed(typed, field) }), name })
  return at < 0 ? [...modifications, ...kept] : modifications.toSpliced(at, 1, ...kept)
}

/** Part of an exception that has no effect. */
export interface UnusedChange {
  name: string
  output: string | null
  /** null: nothing of the modification has. */
  property: string | null
  used_elsewhere: boolean
  reason: string
}

/** The properties that an unused change is about, with their values; none once it is removed. */
export function unusedValues(modifications: readonly Modification[], { name, output, property }: UnusedChange) {
  const found = modifications.find((each) => isOf(each, { layer: name, scope: output ?? undefined }))
  const { name: _, output: __, ...values } = found ?? {}
  return Object.entries(values).filter(([key]) => property === null || key === property)
}

/** The unused changes that are as they were stored: why a changed one had no effect may no longer be so. */
export function unusedLeft(
  modifications: readonly Modification[],
  { unused, modifications: stored }: { unused: readonly UnusedChange[]; modifications: readonly Modification[] },
): UnusedChange[] {
  return unused.filter((each) => {
    const values = unusedValues(modifications, each)
    return values.length > 0 && isSame(values, unusedValues(stored, each))
  })
}

/** Why no run applies an exception, such as that its record was deleted: the warnings before those of its unused changes. */
export function obstaclesOf({
  warnings,
  unused,
}: {
  warnings: readonly string[]
  unused: readonly unknown[]
}): string[] {
  return warnings.slice(0, warnings.length - unused.length)
}

/** The modifications without an unused change. */
export function withoutUnused(modifications: readonly Modification[], unused: UnusedChange): Modification[] {
  const { name: layer, output, property } = unused
  return modifications.flatMap((each) => {
    if (!isOf(each, { layer, scope: output ?? undefined })) return [each]
    if (property === null) return []
    const { [property]: _, name, ...rest } = each
    return orNone({ ...rest, name })
  })
}
