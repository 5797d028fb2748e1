import { type Area, areasOf } from '#renderer/geometry/areas.ts'
import { scaling } from '#renderer/geometry/matrix.ts'
import type { PlacedLayer } from '#renderer/model/layer-kind.ts'
import { drawnBounds } from '#renderer/steps/draw-bounds.ts'
import type { Sized } from '#renderer/steps/size.ts'

/** A page as it is drawn. */
export interface Picture extends Sized {
  /** Equal for equal backgrounds. */
  readonly background: string
  /** What texts are drawn with. */
  readonly lettering: object
  readonly placed: readonly PlacedLayer[]
}

/** The areas of the page in which two pictures differ; null when that may be all of it. */
export function changedAreas(before: Picture, after: Picture): readonly Area[] | null {
  const isSamePage =
    before.widthPx === after.widthPx &&
    before.heightPx === after.heightPx &&
    before.scale === after.scale &&
    before.lettering === after.lettering &&
    before.background === after.background
  const changed = isSamePage ? changedLayers(before.placed, after.placed) : null
  if (!changed) return null
  const standing = { matrix: scaling(after.scale), scale: after.scale }
  return areasOf(
    changed.map((placed) => drawnBounds(placed, standing)),
    after,
  )
}

/** The layers that only one of the lists has; null when others have changed their order. */
function changedLayers(before: readonly PlacedLayer[], after: readonly PlacedLayer[]): PlacedLayer[] | null {
  const [old, present] = [byLayer(before), byLayer(after)]
  const stays = (placed: PlacedLayer) => isSame(old.get(placed.layer), present.get(placed.layer))
  const [oldOrder, order] = [before.filter(stays), after.filter(stays)]
  if (oldOrder.some(({ layer }, at) => layer !== order[at]?.layer)) return null
  return [...before, ...after].filter((placed) => !stays(placed))
}

const byLayer = (all: readonly PlacedLayer[]) => new Map(all.map((placed) => [placed.layer, placed]))

/** Layers that did not change are the same objects, and so is what is drawn of them. */
function isSame(one: PlacedLayer | undefined, other: PlacedLayer | undefined): boolean {
  if (!one || !other) return one === other
  const keys = ['layer', 'drawable', 'x', 'y'] as const
  return keys.every((key) => one[key] === other[key]) && isSame(one.mask, other.mask)
}
