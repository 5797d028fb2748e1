import type { TemplateInput, TemplateLayer } from '@pictable/renderer/template'
import { isEqual, type JsonObject } from '#editor/document/json.ts'

export type Side = 'ours' | 'theirs'

/** What one side did to a layer, or to the page. */
export type SideChange = 'none' | 'changed' | 'added' | 'removed'

/** A layer of the page, or the page itself, that the two sides have differently. */
export interface MergePart {
  /** Among the parts of one merge. */
  readonly key: string
  /** Of the layer; null for the page. */
  readonly name: string | null
  readonly ours: SideChange
  readonly theirs: SideChange
  /** The one side that changed it; where both did, `ours`. */
  readonly suggested: Side
  readonly isConflict: boolean
}

interface Sides {
  /** What both began with. Undefined when it is not known: then every difference is a conflict. */
  readonly base?: TemplateInput | undefined
  readonly ours: TemplateInput
  readonly theirs: TemplateInput
}

interface Unit<Item extends object> {
  readonly key: string
  readonly base?: Item | undefined
  readonly ours?: Item | undefined
  readonly theirs?: Item | undefined
}

type LayerUnit = Unit<TemplateLayer>

const PAGE = 'page'

/** What the two sides have differently, from back to front; the page comes first. */
export function compareSides(sides: Sides): readonly MergePart[] {
  const page: Unit<JsonObject> = { key: PAGE, base: sides.base && pageOf(sides.base), ours: pageOf(sides.ours) }
  const units: readonly Unit<object>[] = [{ ...page, theirs: pageOf(sides.theirs) }, ...unitsOf(sides)]
  const isKnown = sides.base !== undefined
  return units.filter(({ ours, theirs }) => !isEqual(ours, theirs)).map((unit) => partOf(unit, isKnown))
}

/**
 * The design with the chosen side of each part; a part without a choice gets the suggested one. May not be valid: a layer
 * may refer to one that the other side removed.
 */
export function mergeSides(sides: Sides, choices: ReadonlyMap<string, Side>): TemplateInput {
  const suggested = new Map(compareSides(sides).map(({ key, suggested: side }) => [key, side]))
  const sideOf = (key: string): Side => choices.get(key) ?? suggested.get(key) ?? 'ours'
  const page = mergePage(sides, sideOf(PAGE))
  const units = unitsOf(sides)
  const theirOrder = sides.theirs.layers.map((layer) => units.find(({ theirs }) => theirs === layer))
  const order = units.filter(({ ours }) => ours !== undefined)
  for (const [at, unit] of theirOrder.entries()) {
    if (!unit || unit.ours) continue
    // Behind the layer that it follows there.
    const before = theirOrder[at - 1]
    order.splice(before ? order.indexOf(before) + 1 : 0, 0, unit)
  }
  const layers = order.flatMap((unit) => unit[sideOf(unit.key)] ?? [])
  return Object.assign({}, sides.ours, page, { layers })
}

function partOf({ key, base, ours, theirs }: Unit<object>, isKnown: boolean): MergePart {
  const changes = { ours: changeOf(base, ours), theirs: changeOf(base, theirs) }
  const isConflict = isKnown ? changes.ours !== 'none' && changes.theirs !== 'none' : Boolean(ours && theirs)
  const onlyTheirs = isKnown ? changes.ours === 'none' : !ours
  const known = ours ?? theirs ?? base
  return {
    key,
    name: key === PAGE || !known ? null : String(Reflect.get(known, 'name')),
    ...changes,
    suggested: onlyTheirs ? 'theirs' : 'ours',
    isConflict,
  }
}

function changeOf(base: object | undefined, side: object | undefined): SideChange {
  if (isEqual(base, side)) return 'none'
  if (!base) return 'added'
  return side ? 'changed' : 'removed'
}

function pageOf({ layers: _, ...page }: TemplateInput): JsonObject {
  return page
}

/** Properties that one side changed are taken from it; those that both changed, from the chosen one. */
function mergePage({ base, ours, theirs }: Sides, side: Side): JsonObject {
  const own = pageOf(ours)
  const other = pageOf(theirs)
  if (!base) return side === 'ours' ? own : other
  const before = pageOf(base)
  const keys = [...new Set([...Object.keys(own), ...Object.keys(other)])]
  const chosen = keys.map((key): [string, unknown] => {
    const isOurs = isEqual(before[key], other[key]) || (side === 'ours' && !isEqual(before[key], own[key]))
    return [key, isOurs ? own[key] : other[key]]
  })
  return Object.fromEntries(chosen)
}

/** Layers of the page that are the same on both sides: by their `id`, then by their name. */
function unitsOf({ base, ours, theirs }: Sides): readonly LayerUnit[] {
  const units: { -readonly [Key in keyof LayerUnit]: LayerUnit[Key] }[] = []
  const sides = [
    { side: 'base', design: base },
    { side: 'ours', design: ours },
    { side: 'theirs', design: theirs },
  ] as const
  for (const { side, design } of sides) {
    for (const key of ['id', 'name'] as const) {
      for (const layer of design?.layers ?? []) {
        if (units.some((unit) => unit[side] === layer)) continue
        const isSame = (other: TemplateLayer | undefined) => other?.[key] !== undefined && other[key] === layer[key]
        const unit = units.find((one) => !one[side] && [one.base, one.ours, one.theirs].some(isSame))
        if (unit) unit[side] = layer
        else if (key === 'name') units.push({ key: `layer-${units.length}`, [side]: layer })
      }
    }
  }
  const place = (unit: LayerUnit): number => {
    if (unit.ours) return ours.layers.indexOf(unit.ours)
    return (unit.theirs ? theirs.layers.indexOf(unit.theirs) : 0) + 0.5
  }
  return units.toSorted((one, other) => place(one) - place(other))
}
