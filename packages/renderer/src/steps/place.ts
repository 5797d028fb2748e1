import { arrange } from '#renderer/groups/arrange.ts'
import type { PlacedLayer } from '#renderer/model/layer-kind.ts'
import type { Filled } from './fill.ts'
import type { Measured } from './measure.ts'

export interface Placed {
  /** From back to front. */
  readonly placed: readonly PlacedLayer[]
}

/** Puts every layer at its place on the page. */
export function place({ drawing, drawables }: Filled & Measured): Placed {
  return { placed: arrange(drawing.layers.map((layer) => ({ layer, drawable: drawables.get(layer) }))) }
}
