import { isEqual, isObject, type JsonObject } from '#editor/document/json.ts'

interface Versions<Value = unknown> {
  /** What both began with. */
  readonly base: Value
  readonly ours: Value
  readonly theirs: Value
}

/**
 * Both changes of a design, or of a layer, property by property: what only one side changed is taken from it, and what both
 * changed is taken from ours. May not be valid: a layer may refer to one that the other side removed.
 */
export function mergeJson({ base, ours, theirs }: Versions): unknown {
  if (isEqual(ours, base)) return theirs
  if (isEqual(theirs, base)) return ours
  if (isObject(base) && isObject(ours) && isObject(theirs)) return mergeObjects({ base, ours, theirs })
  if (isLayers(base) && isLayers(ours) && isLayers(theirs)) return mergeLayers({ base, ours, theirs })
  return ours
}

function mergeObjects({ base, ours, theirs }: Versions<JsonObject>): JsonObject {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
  const merged = keys.map((key): [string, unknown] => [
    key,
    mergeJson({ base: base[key], ours: ours[key], theirs: theirs[key] }),
  ])
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

/** A list of what has a name, such as layers. */
function isLayers(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.name === 'string')
}

const keyOf = ({ id, name }: JsonObject): string => (typeof id === 'string' ? `id ${id}` : `name ${name}`)
const byKey = (layers: readonly JsonObject[]) => new Map(layers.map((layer) => [keyOf(layer), layer]))

function mergeLayers(versions: Versions<readonly JsonObject[]>): readonly JsonObject[] {
  const [base, ours, theirs] = [byKey(versions.base), byKey(versions.ours), byKey(versions.theirs)]
  const isOurOrder = !isEqual(commonOrder(ours, base), commonOrder(base, ours))
  const order = isOurOrder ? orderOf(ours, theirs) : orderOf(theirs, ours)
  return order.flatMap((key) => {
    const sides = { base: base.get(key), ours: ours.get(key), theirs: theirs.get(key) }
    // A layer that we removed stays removed; one that they removed comes back only if we changed it.
    const merged = sides.base !== undefined && sides.ours === undefined ? undefined : mergeJson(sides)
    return isObject(merged) ? [merged] : []
  })
}

type Keyed = ReadonlyMap<string, JsonObject>

const commonOrder = (of: Keyed, other: Keyed) => [...of.keys()].filter((key) => other.has(key))

/** The keys of one list; those that only the other has follow the one that they follow there. */
function orderOf(first: Keyed, second: Keyed): readonly string[] {
  const order = [...first.keys()]
  const others = [...second.keys()]
  for (const [at, key] of others.entries()) {
    if (first.has(key)) continue
    const before = others[at - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  }
  return order
}
