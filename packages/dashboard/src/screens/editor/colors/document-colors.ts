import { type Command, type EditorDocument, type LayerId, layerAt, layersOf, type PropertyPath } from '@pictable/editor'
import {
  layerProperties,
  type PropertySchema,
  type PropertySchemas,
  pageProperties,
} from '@pictable/renderer/property-schemas'
import { readColor } from '@pictable/renderer/template'
import { toHex } from './color-text.ts'

/** A place of a design that says a colour. */
interface ColorUse {
  readonly target: LayerId | 'page'
  readonly path: PropertyPath
}

/** A colour of a design, and where it is used. */
export interface DocumentColor {
  /** As it is shown: `#rrggbb`, or with two more digits. */
  readonly hex: string
  readonly uses: readonly ColorUse[]
}

interface Found {
  readonly path: PropertyPath
  readonly color: string
}

const holds = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The colours of a value, each once: a form of a union finds what another one does too. */
function colorsIn(schema: PropertySchema, value: unknown, path: PropertyPath): readonly Found[] {
  if (typeof value === 'string') return schema.kind === 'color' ? [{ path, color: value }] : []
  if (!holds(value)) return []
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (forms.length > 0) return forms.map((form) => colorsIn(form, value, path)).find((found) => found.length > 0) ?? []
  const { items, properties = {}, additionalProperties } = schema
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return items ? list.flatMap((each, at) => colorsIn(items, each, [...path, at])) : []
  }
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    const own = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    return typeof own === 'object' ? colorsIn(own, each, [...path, key]) : []
  })
}

function colorsOf(schemas: PropertySchemas, holder: object): readonly Found[] {
  return Object.entries(holder).flatMap(([name, value]: [string, unknown]) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    return schema ? colorsIn(schema, value, [name]) : []
  })
}

/** Of layers and pages, which are never changed: each is searched once. */
const known = new WeakMap<object, readonly Found[]>()

function colorsOnce(schemas: () => PropertySchemas, holder: object): readonly Found[] {
  const found = known.get(holder) ?? colorsOf(schemas(), holder)
  known.set(holder, found)
  return found
}

/** The colours that a design writes, the most used first; those of records are not known. */
export function documentColors(document: EditorDocument): readonly DocumentColor[] {
  const colors = new Map<string, ColorUse[]>()
  const add = (target: ColorUse['target'], found: readonly Found[]) => {
    for (const { path, color } of found) {
      const channels = readColor(color)
      if (!channels || channels[3] === 0) continue
      const hex = toHex(channels)
      const uses = colors.get(hex) ?? []
      uses.push({ target, path })
      colors.set(hex, uses)
    }
  }
  add('page', colorsOnce(pageProperties, document.design))
  for (const [id, { layer }] of layersOf(document)) {
    add(
      id,
      colorsOnce(() => layerProperties(layer.type), layer),
    )
  }
  return [...colors].map(([hex, uses]) => ({ hex, uses })).toSorted((one, other) => other.uses.length - one.uses.length)
}

/** Where a design writes a colour. */
export const usesOf = (document: EditorDocument, hex: string): readonly ColorUse[] =>
  documentColors(document).find((color) => color.hex === hex)?.uses ?? []

/** The colour that is written at a place now. */
export function colorAt(document: EditorDocument, use: ColorUse | undefined): string | undefined {
  if (!use) return undefined
  const holder: unknown = use.target === 'page' ? document.design : layerAt(document, use.target)
  const value = use.path.reduce<unknown>((part, key) => (holds(part) ? Reflect.get(part, key) : undefined), holder)
  return typeof value === 'string' ? value : undefined
}

/** Writes another colour at these places, as one step. */
export function recolor(uses: readonly ColorUse[], value: string): Command {
  return { type: 'batch', commands: uses.map(({ target, path }) => ({ type: 'set', target, path, value })) }
}
