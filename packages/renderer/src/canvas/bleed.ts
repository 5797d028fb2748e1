import type { Box } from '#renderer/geometry/box.ts'

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * How many pixels a picture goes on beyond its edges, in the colours that it has there. So only the edge of what it
 * paints is smoothed, and not its own edge too, which would let shine through what is behind both.
 */
export interface Bleed {
  readonly across: number
  readonly down: number
}

export const NO_BLEED: Bleed = { across: 0, down: 0 }

/** The box of a picture with its bleed; the given one is without. */
export function bledBox({ x, y, width, height }: Box, { widthPx, heightPx }: Size, { across, down }: Bleed): Box {
  const [left, above] = [(across * width) / widthPx, (down * height) / heightPx]
  return { x: x - left, y: y - above, width: width + 2 * left, height: height + 2 * above }
}

export function bledSize({ widthPx, heightPx }: Size, { across, down }: Bleed): Size {
  return { widthPx: widthPx + 2 * across, heightPx: heightPx + 2 * down }
}

/** What both kinds of canvas can do. */
interface EdgeContext<Canvas> {
  clearRect(x: number, y: number, width: number, height: number): void
  drawImage(canvas: Canvas, ...places: EdgePlaces): void
}

type EdgePlaces = [
  fromX: number,
  fromY: number,
  fromWidth: number,
  fromHeight: number,
  x: number,
  y: number,
  width: number,
  height: number,
]

/** Stretches the edges of a picture, which is in the middle of the canvas, over its bleed. */
export function bleedEdges<Canvas extends { readonly width: number; readonly height: number }>(
  canvas: Canvas,
  context: EdgeContext<Canvas>,
  { across, down }: Bleed,
): void {
  const { width, height } = canvas
  const stretch = (from: Box, to: Box) => {
    context.clearRect(to.x, to.y, to.width, to.height)
    context.drawImage(canvas, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height)
  }
  for (const [edge, start] of across === 0
    ? []
    : [[across, 0] as const, [width - across - 1, width - across] as const]) {
    stretch({ x: edge, y: 0, width: 1, height }, { x: start, y: 0, width: across, height })
  }
  for (const [edge, start] of down === 0 ? [] : [[down, 0] as const, [height - down - 1, height - down] as const]) {
    stretch({ x: 0, y: edge, width, height: 1 }, { x: 0, y: start, width, height: down })
  }
}
