import { orderKeys } from './order-keys.ts'
import { designSchema } from './template.ts'

/** An object or list with more plain values than this, at any depth, takes a line for each part. */
const MAX_ON_LINE = 6
/** The same for a list of nothing but plain values. */
const MAX_IN_LIST = 12

/**
 * The text of a design whose keys are in order. Short objects and lists are on one line: what is short depends on the
 * number of values, not on their length, so that changing a value changes one line. The page and its layers are never
 * short.
 */
function formatOrdered(design: Readonly<Record<string, unknown>>): string {
  const long = new Set<object>([design])
  noteLayers(design.layers, long)
  return `${format(design, '', long)}\n`
}

/** A layer of such a design as the text of its own. */
function formatOrderedLayer(layer: unknown): string {
  const long = new Set<object>()
  noteLayers([layer], long)
  return `${format(layer, '', long)}\n`
}

function noteLayers(layers: unknown, long: Set<object>): void {
  if (!Array.isArray(layers)) return
  long.add(layers)
  for (const layer of layers) {
    if (typeof layer !== 'object' || layer === null) continue
    long.add(layer)
    if ('children' in layer) noteLayers(layer.children, long)
  }
}

function format(value: unknown, indent: string, long: ReadonlySet<object>): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const parts = partsOf(value)
  if (parts.length === 0) return open + close
  const isOneLine = isShort(value, long)
  const inner = isOneLine ? indent : `${indent}  `
  const texts = parts.map(([key, part]) => (isList ? '' : `${JSON.stringify(key)}: `) + format(part, inner, long))
  if (!isOneLine) return `${open}\n${inner}${texts.join(`,\n${inner}`)}\n${indent}${close}`
  return isList ? `[${texts.join(', ')}]` : `{ ${texts.join(', ')} }`
}

function partsOf(value: object): [string, unknown][] {
  return Array.isArray(value)
    ? value.map((item: unknown) => ['', item])
    : Object.entries(value).filter(([, part]) => part !== undefined)
}

function isShort(value: object, long: ReadonlySet<object>): boolean {
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)
  return countPlain(value, long) <= (isPlainList ? MAX_IN_LIST : MAX_ON_LINE)
}

/** How many plain values there are, at any depth. */
function countPlain(value: unknown, long: ReadonlySet<object>): number {
  if (typeof value !== 'object' || value === null) return 1
  if (long.has(value)) return Number.POSITIVE_INFINITY
  return partsOf(value).reduce((sum, [, part]) => sum + Math.max(1, countPlain(part, long)), 0)
}

/** A design with its keys in the order of the schema; what it says stays the same. */
export function canonicalDesign(design: object): Record<string, unknown> {
  return orderKeys(design, designSchema.shape)
}

/**
 * The one text form of a design: keys in the order of the schema, a line for each property of a layer, two spaces. Equal
 * designs have equal texts, and a changed value is a changed line.
 */
export function formatDesign(design: object): string {
  return formatOrdered(canonicalDesign(design))
}

/** The text of one layer, as `formatDesign()` writes it. */
export function formatLayer(layer: object): string {
  const { layers } = canonicalDesign({ layers: [layer] })
  return formatOrderedLayer(Array.isArray(layers) ? layers[0] : layer)
}
