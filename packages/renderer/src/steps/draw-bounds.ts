import type { Box } from '#renderer/geometry/box.ts'
import { type Bounds, boundsOf, type Matrix, union, widened, within } from '#renderer/geometry/matrix.ts'
import type { Drawable, PlacedLayer } from '#renderer/model/layer-kind.ts'
import { type Effect, effectsOf } from './effects.ts'

/** A step on the way from a layer to its look; later ones apply to what the ones before made. */
export type Stage = Effect | 'mask'

export function stagesOf({ layer, mask }: PlacedLayer, scale: number): Stage[] {
  const { before, after } = effectsOf(layer.common, scale)
  return [...before, ...(mask ? (['mask'] as const) : []), ...after]
}

/** How far these stages go beyond what they apply to, in pixels of the picture. */
export function reachOf(stages: readonly (Pick<Effect, 'reachPx'> | 'mask')[]): number {
  return stages.reduce((sum, stage) => sum + (stage === 'mask' ? 0 : stage.reachPx), 0)
}

/** Where a layer stands: from the coordinates around it to pixels, and pixels of the picture per pixel of the template. */
export interface Standing {
  readonly matrix: Matrix
  readonly scale: number
}

/** Drawing may differ by less than this from the bounds that were worked out. */
const HAIR_PX = 2

/** What a layer is drawn within. */
export function drawnBounds(placed: PlacedLayer, standing: Standing): Bounds {
  return widened(reachedBy(placed, standing), HAIR_PX)
}

/** All that drawing a layer may touch, its effects included. */
function reachedBy(placed: PlacedLayer, standing: Standing): Bounds {
  return widened(touchedBy(placed, standing), reachOf(stagesOf(placed, standing.scale)))
}

/** All that drawing a layer may touch, without its effects. */
export function touchedBy(placed: PlacedLayer, { matrix: outer, scale }: Standing): Bounds {
  const { drawable } = placed
  const matrix = within(outer, placed)
  const inside = drawable.clip ? [] : (drawable.children ?? [])
  return union([
    ...ownBoxes(drawable).map((box) => boundsOf(box, matrix)),
    ...inside.map((child) => reachedBy(child, { matrix, scale })),
  ])
}

/** What a layer itself may draw on, in its own coordinates. */
export function ownBoxes({ width, height, marginPx, textBounds, onlyText, clip, ink }: Drawable): Box[] {
  const inked = ink?.()
  if (inked) return [inked]
  const shown = textBounds && !clip ? [textBounds] : []
  return (onlyText ? shown : [{ x: 0, y: 0, width, height }, ...shown]).map((box) => ({
    x: box.x - marginPx,
    y: box.y - marginPx,
    width: box.width + 2 * marginPx,
    height: box.height + 2 * marginPx,
  }))
}
