import type { FilledLayer } from '#renderer/fill.ts'
import type { Box, Drawable } from '#renderer/layer-kind.ts'
import type { Anchor } from '#renderer/properties/common.ts'
import type { Filled } from './fill.ts'
import type { Measured } from './measure.ts'

export interface PlacedLayer {
  readonly layer: FilledLayer
  readonly drawable: Drawable
  readonly x: number
  readonly y: number
}

export interface Placed {
  /** From back to front. */
  readonly placed: readonly PlacedLayer[]
}

/** Puts every layer at its place, beside its anchor if it has one. Templates with circles of anchors do not get here. */
export function place({ drawing, drawables }: Filled & Measured): Placed {
  const byName = new Map(drawing.layers.map((layer) => [layer.name, layer]))
  const boxes = new Map<string, Box>()

  function boxOf(layer: FilledLayer): Box {
    const known = boxes.get(layer.name)
    if (known) return known
    const drawable = drawables.get(layer)
    const size = { width: drawable?.width ?? 0, height: drawable?.height ?? 0 }
    const { anchor } = layer.source
    const target = anchor && byName.get(anchor.layer)
    const own = { x: layer.common.x, y: layer.common.y, ...size }
    // An invisible layer takes up no room, nor does its gap.
    const box =
      anchor && target ? beside(anchorBox(target, anchor), own, drawable ? anchor : { ...anchor, gap: 0 }) : own
    boxes.set(layer.name, box)
    return box
  }

  function anchorBox(target: FilledLayer, { to }: Anchor): Box {
    const box = boxOf(target)
    const text = to === 'text' ? drawables.get(target)?.textBounds : undefined
    return text ? { x: box.x + text.x, y: box.y + text.y, width: text.width, height: text.height } : box
  }

  const placed = drawing.layers.flatMap((layer) => {
    const drawable = drawables.get(layer)
    const { x, y } = boxOf(layer)
    return drawable ? [{ layer, drawable, x, y }] : []
  })
  return { placed }
}

function beside(target: Box, own: Box, { side, gap = 0, align }: Anchor): Box {
  const share = align === undefined ? undefined : { start: 0, center: 0.5, end: 1 }[align]
  if (side === 'below' || side === 'above') {
    const x = share === undefined ? own.x : target.x + (target.width - own.width) * share
    return { ...own, x, y: side === 'below' ? target.y + target.height + gap : target.y - own.height - gap }
  }
  const y = share === undefined ? own.y : target.y + (target.height - own.height) * share
  return { ...own, x: side === 'right' ? target.x + target.width + gap : target.x - own.width - gap, y }
}
