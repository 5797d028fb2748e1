import type { Drawable } from '#renderer/model/layer-kind.ts'
import { measureShape, roundedOutline } from './shape.ts'
import { GREY } from './style.ts'

/** What takes the place of a layer that cannot be drawn, or not yet. */
export function placeholder(width: number, height: number): Drawable {
  const stroke = { color: '#7f7f7f', width: 1, dash: [4, 4], position: 'inside' as const }
  return measureShape({ width, height, fill: GREY, stroke }, { outline: roundedOutline(0) })
}
