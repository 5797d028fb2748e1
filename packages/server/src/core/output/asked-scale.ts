/** How many pixels of an image one pixel of its template can have. */
export const SCALES = { min: 0.1, max: 8 }

interface AskedScale {
  side: 'width' | 'height'
  scale: number
  /** Why the size is not possible. */
  problem: string | null
}

/** The scale that a width or height in pixels leads to; null when neither is asked for. */
export function askedScale(
  size: { width?: number | undefined; height?: number | undefined },
  design: { width: number; height: number },
): AskedScale | null {
  const side = size.width === undefined ? 'height' : 'width'
  const asked = size[side]
  if (asked === undefined) return null
  const own = design[side]
  const scale = asked / own
  const { min, max } = SCALES
  if (scale >= min && scale <= max) return { side, scale, problem: null }
  const problem = `must be from ${Math.ceil(own * min)} to ${own * max}: ${min} to ${max} times the template's ${own}`
  return { side, scale, problem }
}
