import { isBound, isEqual, rounded } from '@pictable/editor'
import { layerProperties, type PropertySchema } from '@pictable/renderer/property-schemas'
import { formsOf } from '#dashboard/parts/templates/schema-forms.ts'
import { type Shown, shownPart, shownProperties } from './presentation.ts'

/** Where a layer is, and how large: what resizes it says so itself. */
const PLACE: ReadonlySet<string> = new Set(['x', 'y', 'width', 'height', 'anchor'])

const known = new Map<string, readonly Shown[]>()

function propertiesOf(type: string): readonly Shown[] {
  const found = known.get(type) ?? shownProperties(type, layerProperties(type)).filter(({ name }) => !PLACE.has(name))
  known.set(type, found)
  return found
}

const within = (value: number, { minimum = value, maximum = value }: PropertySchema) =>
  Math.min(Math.max(value, minimum), maximum)

/** The path of an SVG, which has no arcs: all of its numbers are lengths. */
const scaledPath = (path: string, factor: number) =>
  path.replace(/-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi, (number, at: number) => {
    const scaled = String(rounded(Number(number) * factor))
    // Of `1.5.5` and `0-1`, nothing parts the numbers but themselves.
    return /[\d.]/.test(path[at - 1] ?? '') && !scaled.startsWith('-') ? ` ${scaled}` : scaled
  })

/** A value with its lengths multiplied by a factor, as far as the format allows. */
function scaledValue(value: unknown, { name, schema, unit }: Shown, factor: number): unknown {
  const forms = formsOf(schema)
  if (typeof value === 'number') {
    const form = forms.find(({ type }) => type === 'number')
    return unit === 'px' && form ? within(rounded(value * factor), form) : value
  }
  if (typeof value === 'string') return unit === 'px' && /^\s*M/i.test(value) ? scaledPath(value, factor) : value
  if (typeof value !== 'object' || value === null || isBound(value)) return value
  if (Array.isArray(value)) {
    const list = forms.find(({ type }) => type === 'array')
    const { items = {}, prefixItems } = list ?? {}
    const entry = (at: number) => ({ ...shownPart(name, 'item', prefixItems?.[at] ?? items), name, unit })
    return value.map((each: unknown, at) => scaledValue(each, entry(at), factor))
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => {
      const own = forms.map(({ properties = {} }) => (Object.hasOwn(properties, key) ? properties[key] : undefined))
      const found = own.find((each) => each !== undefined)
      return [key, found ? scaledValue(part, shownPart(name, key, found), factor) : part]
    }),
  )
}

/** The lengths inside of a layer, such as font sizes, strokes and radii, when its content grows by a factor. */
export function scaledLengths(layer: { readonly type: string }, factor: number): readonly [string, unknown][] {
  if (factor === 1) return []
  return propertiesOf(layer.type).flatMap((shown): [string, unknown][] => {
    const written: unknown = Reflect.get(layer, shown.name)
    const value = written ?? shown.schema.default
    const scaled = scaledValue(value, shown, factor)
    return isEqual(scaled, value) ? [] : [[shown.name, scaled]]
  })
}
