import type { Pen } from '#renderer/canvas/canvas.ts'

/** Puts lengths of a layer where lines shall lie. */
export interface Lines {
  x(at: number): number
  y(at: number): number
}

type Snap = (at: number) => number

const asItIs: Snap = (at) => at

/** Below this part of a pixel a code is not turned, only counted. */
const STRAIGHT = 1e-6

/**
 * Lines between squares of this side lie on edges of pixels, so that none is grey that should be dark. Not where the
 * code is turned, its squares are smaller than a pixel, or it is drawn on paper.
 */
export function snapLines({ toPixels }: Pen, sidePx: number): Lines {
  const [a, b, c, d, e, f] = toPixels?.() ?? [0, 0, 0, 0, 0, 0]
  const upright = Math.abs(b) + Math.abs(c) < STRAIGHT
  const lying = Math.abs(a) + Math.abs(d) < STRAIGHT
  if (upright === lying) return { x: asItIs, y: asItIs }
  const [across, down] = upright ? [snapBy(a, e), snapBy(d, f)] : [snapBy(b, f), snapBy(c, e)]
  const isFine = Math.min(Math.abs(upright ? a : b), Math.abs(upright ? d : c)) * sidePx < 1
  return isFine ? { x: asItIs, y: asItIs } : { x: across, y: down }
}

function snapBy(factor: number, start: number): Snap {
  return (at) => (Math.round(at * factor + start) - start) / factor
}
