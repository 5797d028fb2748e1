import type { CommonProperties } from '#renderer/properties/common.ts'
import type { Layer, LayerHead } from './layer-kind.ts'

/** A layer without bindings. */
export interface FilledLayer {
  readonly name: string
  readonly source: LayerHead
  readonly common: CommonProperties
  /** Absent when the layer is invisible. */
  readonly content?: Layer
  /** The layers inside, from back to front; none when it is invisible. */
  readonly children: readonly FilledLayer[]
  /** True when no value can change it or what is inside. */
  readonly isStatic: boolean
}

/** Every layer of a drawing, each before those inside it. */
export function everyFilled(layers: readonly FilledLayer[]): FilledLayer[] {
  return layers.flatMap((layer) => [layer, ...everyFilled(layer.children)])
}
