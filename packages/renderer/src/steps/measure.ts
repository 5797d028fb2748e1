import type { FilledLayer } from '#renderer/fill.ts'
import type { Drawable } from '#renderer/layer-kind.ts'
import { RenderError } from '#renderer/render-error.ts'
import type { Started } from './check.ts'
import type { Filled } from './fill.ts'
import type { Loaded } from './load.ts'

export interface Measured {
  /** What is to be drawn of each layer; invisible ones are absent. */
  readonly drawables: ReadonlyMap<FilledLayer, Drawable>
}

/** Lays out text and finds out how large each layer is. */
export function measure({ drawing, lettering, images, prepared }: Started & Filled & Loaded): Measured {
  const measured = drawing.layers.flatMap((layer) => {
    const { content } = layer
    const image = images.get(layer)
    if (!content || (content.image && !image?.pixels)) return []
    const known = content.image ? undefined : prepared.drawables.get(layer)
    if (known) return [[layer, known] as const]
    const drawable = named(layer.name, () => content.measure(lettering.measurer, image?.pixels))
    if (layer.isStatic && !content.image) prepared.drawables.set(layer, drawable)
    return [[layer, drawable] as const]
  })
  return { drawables: new Map(measured) }
}

function named<Result>(layer: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw new RenderError(error.code, `layer "${layer}": ${error.message}`, { layer, cause: error.cause })
  }
}
