/** A rectangle in template pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A box, larger by a length on each side. */
export const grown = ({ x, y, width, height }: Box, byPx: number): Box => {
  return { x: x - byPx, y: y - byPx, width: width + 2 * byPx, height: height + 2 * byPx }
}
