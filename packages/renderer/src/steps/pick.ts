import type { PlacedLayer } from '#renderer/model/layer-kind.ts'

/** Indices into the layers of a page, and into the children of each: `[3, 0]` is the first layer of the fourth. */
export type LayerPath = readonly number[]

/** Which layers are drawn. A group is all that is inside. */
export interface Choice {
  /** Default: all. */
  readonly only?: readonly LayerPath[] | undefined
  /** Wins over `only`. */
  readonly except?: readonly LayerPath[] | undefined
}

/** The chosen layers at their places. Those around a chosen one still turn, fade and cut it, but draw nothing of their own. */
export function pick(
  placed: readonly PlacedLayer[],
  { only, except }: Choice,
  pathOf: (layer: PlacedLayer) => LayerPath,
): readonly PlacedLayer[] {
  const kept = only ? placed.flatMap((each) => pickOne(each, only, pathOf)) : placed
  return except ? kept.flatMap((each) => leaveOut(each, except, pathOf)) : kept
}

type PathOf = (layer: PlacedLayer) => LayerPath

function pickOne(placed: PlacedLayer, chosen: readonly LayerPath[], pathOf: PathOf): PlacedLayer[] {
  const path = pathOf(placed)
  if (chosen.some((each) => isPath(each, path))) return [placed]
  const inside = chosen.filter((each) => isInside(each, path))
  const children = inside.length > 0 ? (placed.drawable.children ?? []) : []
  const kept = children.flatMap((child) => pickOne(child, inside, pathOf))
  return kept.length > 0 ? [{ ...placed, drawable: { ...placed.drawable, children: kept, draw: () => undefined } }] : []
}

function leaveOut(placed: PlacedLayer, left: readonly LayerPath[], pathOf: PathOf): PlacedLayer[] {
  const path = pathOf(placed)
  if (left.some((each) => isPath(each, path))) return []
  const inside = left.filter((each) => isInside(each, path))
  if (inside.length === 0) return [placed]
  const children = (placed.drawable.children ?? []).flatMap((child) => leaveOut(child, inside, pathOf))
  return [{ ...placed, drawable: { ...placed.drawable, children } }]
}

function isPath(one: LayerPath, other: LayerPath): boolean {
  return one.length === other.length && one.every((index, at) => index === other[at])
}

function isInside(path: LayerPath, group: LayerPath): boolean {
  return path.length > group.length && group.every((index, at) => index === path[at])
}
