import type { ErrorPlace } from '#renderer/errors/render-error.ts'
import type { CommonProperties } from '#renderer/properties/common.ts'
import type { Layer, LayerHead } from './layer-kind.ts'

/** What is drawn with pictures: a layer, or the page. */
export interface Pictured {
  /** Undefined for the page. */
  readonly name: string | undefined
  readonly source: LayerHead
  /** Absent when the layer is invisible. */
  readonly content?: Pick<Layer, 'image' | 'paints'>
  /** True when no value can change it or what is inside. */
  readonly isStatic: boolean
}

/** A layer without bindings. */
export interface FilledLayer extends Pictured {
  readonly name: string
  readonly common: CommonProperties
  /** Absent when the layer is invisible. */
  readonly content?: Layer
  /** The layers inside, from back to front; none when it is invisible. */
  readonly children: readonly FilledLayer[]
}

/** A layer in words, by its name; undefined for the page. */
export const placeOf = (layer: string | undefined): string => (layer === undefined ? 'the page' : `layer "${layer}"`)

/** A layer, by its name, as errors name it; undefined for the page. */
export const errorPlaceOf = (layer: string | undefined): ErrorPlace =>
  layer === undefined ? { ofPage: true } : { layer }

/** What a picture is drawn in, in words: a layer, or the background of the page. */
export const picturePlaceOf = (layer: string | undefined): string =>
  layer === undefined ? 'the background of the page' : placeOf(layer)

/** Every layer of a drawing, each before those inside it. */
export function everyFilled(layers: readonly FilledLayer[]): FilledLayer[] {
  return layers.flatMap((layer) => [layer, ...everyFilled(layer.children)])
}
