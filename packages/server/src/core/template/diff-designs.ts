import { everyLayer, type LayerAt } from '@pictable/renderer/template'
import type { TemplateDesign } from './template.ts'

/** One difference between two designs. */
export interface DesignChange {
  /** `reordered`: it lies in front of or behind others than before, or in another group. */
  kind: 'added' | 'removed' | 'renamed' | 'reordered' | 'changed'
  /** By its later name; null for the page itself. */
  layer: string | null
  /** `fill.stops[0].color`; null for whole layers. */
  property: string | null
  before?: unknown
  after?: unknown
}

type Json = Readonly<Record<string, unknown>>

/** A layer without what says where it stands: the name, and the layers inside. */
interface Entry {
  readonly name: string
  readonly group: string | null
  readonly properties: Json
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for equal JSON, whatever the order of its keys. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at]))
  if (!isJson(one) || !isJson(other)) return Object.is(one, other)
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.every((name) => isEqual(one[name], other[name]))
}

/** Whether two designs are the same; the order in which properties were written means nothing. */
export function sameDesign(one: TemplateDesign, other: TemplateDesign): boolean {
  return isEqual(one, other)
}

interface Difference {
  property: string
  before?: unknown
  after?: unknown
}

function sides(before: unknown, after: unknown): Pick<Difference, 'before' | 'after'> {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

/** A part of which more has changed is told as one: a design may have tens of thousands of numbers. */
const mostParts = 20

/** The smallest parts in which two properties differ. */
function differences(before: unknown, after: unknown, property: string): Difference[] {
  const parts = partsOf(before, after, property)
  if (parts === null) return isEqual(before, after) ? [] : [{ property, ...sides(before, after) }]
  const found: Difference[] = []
  for (const [one, other, place] of parts) {
    for (const difference of differences(one, other, place)) found.push(difference)
    if (found.length > mostParts && property !== '') return [{ property, ...sides(before, after) }]
  }
  return found
}

/** The values at the same places of two lists or objects; null where they cannot be compared part by part. */
function partsOf(before: unknown, after: unknown, property: string): [unknown, unknown, string][] | null {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.map((item, at) => [item, after[at], `${property}[${at}]`])
  if (!isJson(before) || !isJson(after)) return null
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.map((name) => [before[name], after[name], property === '' ? name : `${property}.${name}`])
}

function entriesOf(design: TemplateDesign): Entry[] {
  const all = everyLayer(design)
  const names = new Map(all.map(({ layer, keys }) => [keys.join('/'), layer.name]))
  const groupOf = ({ keys }: LayerAt) => names.get(keys.slice(0, -2).join('/')) ?? null
  return all.map((at) => {
    const { name, ...rest } = at.layer
    const properties: Json = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== 'children'))
    return { name, group: groupOf(at), properties }
  })
}

/** The old names of layers that are the same but for the name, by the new one. */
function renames(before: readonly Entry[], after: readonly Entry[]): Map<string, string> {
  const [old, now] = [namesOf(before), namesOf(after)]
  const gone = Map.groupBy(
    before.filter(({ name }) => !now.has(name)),
    textOf,
  )
  const found = new Map<string, string>()
  for (const entry of after.filter(({ name }) => !old.has(name))) {
    const same = gone.get(textOf(entry))?.shift()
    if (same) found.set(entry.name, same.name)
  }
  return found
}

const namesOf = (entries: readonly Entry[]) => new Set(entries.map(({ name }) => name))

/** The same text for equal properties: designs that were parsed have them in the order of the schema. */
const textOf = ({ properties }: Entry) => JSON.stringify(properties)

/** The members of a longest run of numbers that only rise: what did not move when a list was put in another order. */
function longestRise(numbers: readonly number[]): Set<number> {
  const best: { length: number; previous: number }[] = []
  for (const [at, number] of numbers.entries()) {
    const candidates = best.map(({ length }, index) => ({ length, index }))
    const fitting = candidates.filter(({ index }) => (numbers[index] ?? Number.POSITIVE_INFINITY) < number)
    const longest = fitting.reduce((top, each) => (each.length > top.length ? each : top), { length: 0, index: -1 })
    best[at] = { length: longest.length + 1, previous: longest.index }
  }
  let at = best.reduce((top, { length }, index) => (length > (best[top]?.length ?? 0) ? index : top), -1)
  const kept = new Set<number>()
  for (; at >= 0; at = best[at]?.previous ?? -1) kept.add(numbers[at] ?? -1)
  return kept
}

interface Pair {
  readonly old: Entry
  readonly now: Entry
  /** Where it was among all layers. */
  readonly from: number
}

/** The layers that lie in front of or behind others than before: as few as can explain the new order. */
function reordered(pairs: readonly Pair[], groupBefore: (entry: Entry) => string | null): Pair[] {
  const isMoved = ({ old, now }: Pair) => groupBefore(old) !== now.group
  const groups = new Set(pairs.map(({ now }) => now.group))
  return [...groups].flatMap((group) => {
    const inside = pairs.filter(({ now }) => now.group === group)
    const kept = longestRise(inside.filter((pair) => !isMoved(pair)).map(({ from }) => from))
    return inside.filter((pair) => isMoved(pair) || !kept.has(pair.from))
  })
}

function pageOf({ layers: _, $schema: __, ...page }: TemplateDesign): Json {
  return page
}

/** What changed from one design to another, in the order of the later one; what is gone comes last. */
export function diffDesigns(before: TemplateDesign, after: TemplateDesign): DesignChange[] {
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const renamed = renames(old, now)
  const newNames = new Map([...renamed].map(([later, earlier]) => [earlier, later]))
  const places = new Map(old.map(({ name }, at) => [name, at]))
  const pairs = now.flatMap((entry): Pair[] => {
    const from = places.get(renamed.get(entry.name) ?? entry.name) ?? -1
    const found = old[from]
    return found ? [{ old: found, now: entry, from }] : []
  })
  const moved = new Set(
    reordered(pairs, ({ group }) => (group === null ? null : (newNames.get(group) ?? group))).map((pair) => pair.now),
  )
  const known = new Map(pairs.map((pair) => [pair.now, pair.old]))
  const page = differences(pageOf(before), pageOf(after), '')
  const left = old.filter((entry) => !pairs.some((pair) => pair.old === entry))
  return [
    ...page.map((difference): DesignChange => ({ kind: 'changed', layer: null, ...difference })),
    ...now.flatMap((entry): DesignChange[] => changesOf(entry, known.get(entry), moved.has(entry))),
    ...left.map(({ name, properties }): DesignChange => {
      return { kind: 'removed', layer: name, property: null, before: { name, ...properties } }
    }),
  ]
}

function changesOf(now: Entry, old: Entry | undefined, isMoved: boolean): DesignChange[] {
  const layer = now.name
  if (!old) return [{ kind: 'added', layer, property: null, after: { name: layer, ...now.properties } }]
  const isRenamed = old.name !== layer
  return [
    ...(isRenamed ? [{ kind: 'renamed' as const, layer, property: null, before: old.name, after: layer }] : []),
    ...(isMoved ? [{ kind: 'reordered' as const, layer, property: null }] : []),
    ...differences(old.properties, now.properties, '').map((difference) => {
      return { kind: 'changed' as const, layer, ...difference }
    }),
  ]
}
