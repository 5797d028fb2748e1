import type { Box } from '#renderer/geometry/box.ts'
import type { Part, PlacedLayer } from '#renderer/model/layer-kind.ts'
import type { Anchor } from '#renderer/properties/common.ts'
import type { Point } from './stack.ts'

/** Tells the layers that follow each other from those that go to an anchor or only cut others. */
export function isInFlow(parts: readonly Part[]): (part: Part) => boolean {
  const cutting = masksOf(parts)
  return ({ layer }) => !layer.source.anchor && !cutting.has(layer.name)
}

/**
 * Puts the layers of a list at their places: beside their anchors if they have one, else where `places` or they themselves
 * say. What cuts another layer goes with that layer only. Lists with circles do not get here.
 */
export function arrange(parts: readonly Part[], places?: ReadonlyMap<Part, Point>): PlacedLayer[] {
  const byName = new Map(parts.map((part) => [part.layer.name, part]))
  const boxes = new Map<Part, Box>()

  function boxOf(part: Part): Box {
    const known = boxes.get(part)
    if (known) return known
    const { layer, drawable } = part
    const size = { width: drawable?.width ?? 0, height: drawable?.height ?? 0 }
    const { anchor } = layer.source
    const target = anchor && byName.get(anchor.layer)
    const { x, y } = places?.get(part) ?? layer.common
    const own = { x, y, ...size }
    // An invisible layer takes up no room, nor does its gap.
    const box =
      anchor && target ? beside(anchorBox(target, anchor), own, drawable ? anchor : { ...anchor, gap: 0 }) : own
    boxes.set(part, box)
    return box
  }

  function anchorBox(target: Part, { to }: Anchor): Box {
    const box = boxOf(target)
    const text = to === 'text' ? target.drawable?.textBounds : undefined
    return text ? { x: box.x + text.x, y: box.y + text.y, width: text.width, height: text.height } : box
  }

  function placed(part: Part): PlacedLayer | undefined {
    const { layer, drawable } = part
    if (!drawable) return undefined
    const { x, y } = boxOf(part)
    const cutter = layer.source.mask && byName.get(layer.source.mask.layer)
    const mask = cutter && placed(cutter)
    return { layer, drawable, x, y, ...(mask && { mask }) }
  }

  const cutting = masksOf(parts)
  return parts.flatMap((part) => (cutting.has(part.layer.name) ? [] : (placed(part) ?? [])))
}

function masksOf(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(parts.flatMap(({ layer }) => layer.source.mask?.layer ?? []))
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
