import type { Context2D } from '#renderer/canvas/canvas.ts'
import type { Point } from './polygon.ts'

/** What a line may end in. */
export const arrowHeads = ['none', 'arrow', 'triangle', 'circle', 'diamond', 'bar'] as const

export type ArrowHead = (typeof arrowHeads)[number]

/** How much of its size a head takes off the line, so that its tip is where the line would end. */
export const headShare: Readonly<Record<ArrowHead, number>> = {
  none: 0,
  arrow: 0,
  triangle: 0.9,
  circle: 0.5,
  diamond: 0.5,
  bar: 0,
}

export interface Head {
  readonly shape: ArrowHead
  readonly tip: Point
  /** The direction in which it points, in radians. */
  readonly angle: number
  readonly sizePx: number
}

/** Draws a head with the fill and stroke that are set. */
export function drawHead(context: Context2D, { shape, tip, angle, sizePx }: Head): void {
  if (shape === 'none') return
  const along = (forward: number, aside: number): Point => [
    tip[0] + (Math.cos(angle) * forward - Math.sin(angle) * aside) * sizePx,
    tip[1] + (Math.sin(angle) * forward + Math.cos(angle) * aside) * sizePx,
  ]
  context.beginPath()
  if (shape === 'circle') {
    const [x, y] = along(-0.5, 0)
    context.arc(x, y, sizePx / 2, 0, 2 * Math.PI)
    context.fill()
    return
  }
  const corners = {
    arrow: [along(-0.8, -0.5), along(0, 0), along(-0.8, 0.5)],
    triangle: [along(-1, -0.5), along(0, 0), along(-1, 0.5)],
    diamond: [along(0, 0), along(-0.5, 0.5), along(-1, 0), along(-0.5, -0.5)],
    bar: [along(0, -0.5), along(0, 0.5)],
  }[shape]
  for (const [at, [x, y]] of corners.entries()) {
    if (at === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  if (shape === 'arrow' || shape === 'bar') {
    context.stroke()
    return
  }
  context.closePath()
  context.fill()
}
