import type { Box } from '#renderer/geometry/box.ts'
import { type Turn, turnedInto } from '#renderer/geometry/matrix.ts'
import { type Bleed, bledBox, bledSize, NO_BLEED } from './bleed.ts'
import type { Pixels } from './canvas.ts'

/** Where a picture is that paints something. */
export interface PaintPlace {
  readonly box: Box
  /** Outside of the box. Otherwise nothing is painted there. */
  readonly repeats: boolean
  readonly bleed?: Bleed | undefined
  /** Where the pen is, when it was moved and turned since the box was said. */
  readonly turn?: Turn | undefined
}

/** From the pixels of a picture to where the pen is, as patterns take it. */
export function paintMatrix(
  { box, turn, bleed = NO_BLEED }: Omit<PaintPlace, 'repeats'>,
  pixels: Pick<Pixels, 'widthPx' | 'heightPx'>,
) {
  const { widthPx, heightPx } = bledSize(pixels, bleed)
  const { x, y, width, height } = bledBox(box, pixels, bleed)
  const [a, d] = [width / widthPx, height / heightPx]
  const [e, f] = turnedInto(turn, x, y)
  if (!turn) return { a, b: 0, c: 0, d, e, f }
  const [cos, sin] = [Math.cos(turn.angle), Math.sin(turn.angle)]
  return { a: a * cos, b: -a * sin, c: d * sin, d: d * cos, e, f }
}
