import type { TemplateLayer } from './kinds.ts'

/** The layers of one list, which place and cut each other by name. */
export interface References {
  has(name: string): boolean
  /** The names from a layer by its reference to `target` back to itself; undefined when the reference leads elsewhere. */
  circle(name: string, target: string): string[] | undefined
}

/** Circles of more layers are told without the names between: to look for the way of each reference takes too long. */
const mostNamed = 10

type ByName = ReadonlyMap<string, TemplateLayer>

const targetsOf = (layer: TemplateLayer | undefined): string[] =>
  [layer?.anchor?.layer, layer?.mask?.layer].filter((name) => name !== undefined)

export function createReferences(list: readonly TemplateLayer[]): References {
  const byName: ByName = new Map(list.map((layer) => [layer.name, layer]))
  const rings = ringsOf(byName)
  return {
    has: (name) => byName.has(name),
    circle(name, target) {
      if (name === target) return [name, name]
      const ring = rings.get(name)
      if (ring === undefined || ring !== rings.get(target)) return undefined
      if (ring.size > mostNamed) return [name, target, '…', name]
      return wayTo(name, [name, target], { byName, ring })
    },
  }
}

/** Of each layer, those that it leads to and that lead back to it, reading each reference once (Tarjan's components). */
function ringsOf(byName: ByName): Map<string, ReadonlySet<string>> {
  const rings = new Map<string, ReadonlySet<string>>()
  const order = new Map<string, number>()
  const open: string[] = []
  const visit = (name: string): number => {
    const own = order.size
    order.set(name, own)
    open.push(name)
    let first = own
    for (const next of targetsOf(byName.get(name)))
      if (byName.has(next) && !rings.has(next)) first = Math.min(first, order.get(next) ?? visit(next))
    if (first < own) return first
    const ring = new Set(open.splice(open.lastIndexOf(name)))
    for (const member of ring) rings.set(member, ring)
    return first
  }
  for (const name of byName.keys()) if (!order.has(name)) visit(name)
  return rings
}

/** The way through a small ring from the last name of the trail to the first one. */
function wayTo(
  end: string,
  trail: readonly string[],
  { byName, ring }: { byName: ByName; ring: ReadonlySet<string> },
): string[] | undefined {
  for (const next of targetsOf(byName.get(trail.at(-1) ?? end))) {
    if (next === end) return [...trail, end]
    if (!ring.has(next) || trail.includes(next)) continue
    const way = wayTo(end, [...trail, next], { byName, ring })
    if (way !== undefined) return way
  }
  return undefined
}
