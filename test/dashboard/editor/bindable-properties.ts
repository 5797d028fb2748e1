import { layerProperties, type PropertySchema } from '@pictable/renderer/property-schemas'
import { formsOf } from '../../../packages/dashboard/src/parts/templates/schema-forms.ts'
import { controlOf, startOf } from '../../../packages/dashboard/src/screens/editor/inspector/controls.ts'
import { isAddition } from '../../../packages/dashboard/src/screens/editor/properties/presentation.ts'
import { isRelevant } from '../../../packages/dashboard/src/screens/editor/properties/relevant.ts'
import { newLayers } from '../../../packages/dashboard/src/screens/editor/session/new-layer.ts'
import { titleOf } from '../../../packages/dashboard/src/strings/en/property-titles.ts'

type Json = Readonly<Record<string, unknown>>

/** References to layers, and what becomes of a value that is invalid. */
const FIXED: ReadonlySet<string> = new Set(['anchor', 'mask', 'onInvalid'])

const stops = [{ color: '#dd3322' }, { color: '#2244cc' }]
const outline = { color: '#000000', width: 2, dash: [4, 2] }

/** What a kind has in lists, maps and forms, of which a new layer has none. */
const written: Readonly<Record<string, Json>> = {
  text: { fontVariations: { wght: 500 }, fontFeatures: { tnum: true }, stroke: outline },
  image: { border: outline },
  svg: { colors: { '#4f46e5': '#000000' } },
  rectangle: { fill: { type: 'linear', angle: 90, stops }, stroke: outline },
  ellipse: { fill: { type: 'radial', stops }, stroke: outline },
  polygon: { fill: { type: 'conic', stops }, stroke: outline },
  star: { fill: { type: 'picture', src: 'data:image/png;base64,' }, stroke: outline },
  line: { dash: [4, 2] },
  group: { stroke: outline },
  rating: { stroke: outline },
  chart: { colors: ['#dd3322', '#2244cc'], format: { type: 'number' } },
  table: { columns: [{ title: 'Item', format: { type: 'date' } }], border: outline },
  'path-text': { stroke: { color: '#000000', width: 2 } },
}

/** A layer of each kind, named as its kind, that has something in every list, map and form of its properties. */
export function layersOfEveryKind(): (Json & { type: string; name: string })[] {
  return Object.values(newLayers).map(({ make, width, height }, at) => {
    const layer = make({ x: 40 * at, y: 40 * at, width, height })
    const additions = Object.entries(layerProperties(layer.type))
      .filter(([name, schema]) => isAddition(schema) && !FIXED.has(name))
      .map(([name, schema]): [string, unknown] => [name, startOf(schema)])
    return { ...layer, ...Object.fromEntries(additions), ...written[layer.type], name: layer.type }
  })
}

interface Part {
  readonly schema: PropertySchema
  readonly value: unknown
  /** As the inspector calls it. */
  readonly label: string
  readonly name: string
}

const partOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

function partsOf(properties: Readonly<Record<string, PropertySchema>>, value: unknown, parent: string): string[] {
  return Object.entries(properties)
    .filter(([, schema]) => schema.const === undefined)
    .flatMap(([name, schema]) => namesOf({ schema, value: partOf(value, name), label: titleOf(name, parent), name }))
}

/** Lists and maps that have nothing in them would hide what is missing inside. */
function entriesOf({ label, value }: Part): [string, unknown][] {
  const entries: [string, unknown][] = Object.entries(typeof value === 'object' ? (value ?? {}) : {})
  if (entries.length === 0) throw new Error(`${label} has no entry: write one`)
  return entries
}

/** A paint: what its form has besides, and its stops, of which the first is chosen. */
function inPaint({ schema, value, name }: Part): string[] {
  const form = formsOf(schema).find(({ properties }) => properties?.type?.const === partOf(value, 'type'))
  const { type: _, stops: list, ...others } = form?.properties ?? {}
  const ofStops = ['Gradient stops', 'Colour of stop 1', 'Position of stop 1']
  return [...(list ? ofStops : []), ...partsOf(others, value, name)]
}

/** In columns, what is not behind "More" is called by its place. */
const columnLabel = (label: string) => (title: string) =>
  ['Title', 'Width', 'Align'].includes(title) ? `${label}: ${title}` : title

function inside(part: Part): string[] {
  const { schema, label, name } = part
  const value = part.value ?? schema.default
  const control = controlOf(schema)
  switch (control?.kind) {
    case 'object':
      return partsOf(control.properties, value, name)
    case 'variants': {
      const form = control.variants.find(({ properties }) => properties?.type?.const === partOf(value, 'type'))
      if (!form) throw new Error(`${label} has no form: write one`)
      return partsOf(form.properties ?? {}, value, name)
    }
    case 'list':
      return entriesOf({ ...part, value }).flatMap(([at, entry]) => {
        const own = name === 'columns' ? `Column ${Number(at) + 1}` : `${label} ${Number(at) + 1}`
        const names = namesOf({ schema: control.item, value: entry, label: own, name: 'item' })
        return name === 'columns' ? names.slice(1).map(columnLabel(own)) : names
      })
    case 'map':
      return entriesOf(part).flatMap(([key, entry]) => {
        const own = name === 'colors' ? `Colour ${key}` : key
        return namesOf({ schema: control.item, value: entry, label: own, name: key })
      })
    case 'paint':
      return inPaint({ ...part, value })
    default:
      return []
  }
}

/** The property, and everything in it that a record may fill. */
const namesOf = (part: Part): string[] => [part.label, ...inside(part)]

/** What a record may fill of a layer, at any depth, by the names that the inspector gives. */
export function bindableNames(layer: Json & { type: string }): string[] {
  return Object.entries(layerProperties(layer.type))
    .filter(([name]) => !FIXED.has(name) && isRelevant(layer, name, layerProperties(layer.type)))
    .flatMap(([name, schema]) => namesOf({ schema, value: layer[name], label: titleOf(name), name }))
}
