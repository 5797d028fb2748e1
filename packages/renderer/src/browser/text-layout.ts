import type { PlacedLayer } from '#renderer/model/layer-kind.ts'
import type { LayerPath } from '#renderer/steps/pick.ts'
import type { TextGeometry } from '#renderer/text/text-geometry.ts'
import { type LaidOut, stateOf } from './laid-out.ts'

/**
 * Where the lines of a text layer are and where its caret can be, in the frame of the layer (`matrix` leads to the page).
 * Undefined where the layer has no text or is not drawn.
 */
export function textLayout(laidOut: LaidOut, path: LayerPath): TextGeometry | undefined {
  const { placed, pathOf } = stateOf(laidOut)
  const wanted = path.join()
  const find = (layers: readonly PlacedLayer[]): PlacedLayer | undefined => {
    for (const layer of layers.flatMap((each) => (each.mask ? [each, each.mask] : [each]))) {
      const own = pathOf(layer).join()
      if (own === wanted) return layer
      const inside = wanted.startsWith(`${own},`) ? find(layer.drawable.children ?? []) : undefined
      if (inside) return inside
    }
    return undefined
  }
  return find(placed)?.drawable.textGeometry?.()
}
