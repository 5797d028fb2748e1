import { untilReady } from '#renderer/async/pending.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import type { FilledLayer } from '#renderer/model/filled-layer.ts'
import type { Drawable } from '#renderer/model/layer-kind.ts'
import type { Filled } from './fill.ts'
import type { Loaded } from './load.ts'

export interface Measured {
  /** What is to be drawn of each layer, at any depth; invisible ones are absent. */
  readonly drawables: ReadonlyMap<FilledLayer, Drawable>
}

/** Lays out text and finds out how large each layer is, those inside a layer before it. */
export async function measure({ drawing, lettering, images, prepared }: Started & Filled & Loaded): Promise<Measured> {
  const drawables = new Map<FilledLayer, Drawable>()

  function visit(layer: FilledLayer): void {
    layer.children.forEach(visit)
    const drawable = measured(layer)
    if (drawable) drawables.set(layer, drawable)
  }

  function measured(layer: FilledLayer): Drawable | undefined {
    const { content, children } = layer
    const image = images.get(layer)
    if (!content || (content.image && !image?.pixels)) return undefined
    const parts = children.map((child) => ({ layer: child, drawable: drawables.get(child) }))
    // Pictures come anew with each record, and so does what holds them.
    const keeps = prepared.platform.drawsAgain || (layer.isStatic && !content.image && children.length === 0)
    const known = keeps ? lettering.drawables.get(layer) : undefined
    const isSame = (drawable: Drawable | undefined, at: number) => drawable === parts[at]?.drawable
    if (known && known.pixels === image?.pixels && known.children.every(isSame)) return known.drawable
    const drawable = named(layer.name, () => content.measure(lettering.measurer, image?.pixels, parts))
    if (keeps) {
      const inside = parts.map((part) => part.drawable)
      lettering.drawables.set(layer, { drawable, pixels: image?.pixels, children: inside })
    }
    return drawable
  }

  await untilReady(drawing.layers.map((layer) => () => visit(layer)))
  return { drawables }
}

function named<Result>(layer: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw new RenderError(error.code, `layer "${layer}": ${error.message}`, { layer, cause: error.cause })
  }
}
