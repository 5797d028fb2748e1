import type { Rgba } from '@pictable/renderer/template'

/** What is seen through the layer of a colour, where the layer or a group around it is not opaque. */
interface Fade {
  /** How much of the layer is seen. */
  readonly opacity: number
  readonly through: Rgba
}

/** A colour, and how much of an area has it. */
export interface Share {
  readonly color: Rgba
  readonly count: number
  readonly fade?: Fade | undefined
}

/** What is drawn behind a layer at some places of it. */
export interface Behind extends Omit<Share, 'fade'> {
  /** What is drawn behind each of the groups that were asked for. */
  readonly behindGroups: readonly Rgba[]
}

export const countOf = (shares: readonly Share[]) => shares.reduce((sum, { count }) => sum + count, 0)

/** A colour over another one. */
function over([red, green, blue, alpha]: Rgba, below: Rgba): Rgba {
  const whole = alpha + below[3] * (1 - alpha)
  const mixed = (channel: number, under: number) =>
    whole === 0 ? 0 : (channel * alpha + under * below[3] * (1 - alpha)) / whole
  return [mixed(red, below[0]), mixed(green, below[1]), mixed(blue, below[2]), whole]
}

/** A colour of the layer as it is seen there. */
export function seenOn([red, green, blue, alpha]: Rgba, { color: below, fade }: Share): Rgba {
  if (!fade) return over([red, green, blue, alpha], below)
  const [fadedRed, fadedGreen, fadedBlue, whole] = over([red, green, blue, fade.opacity], fade.through)
  return over([fadedRed, fadedGreen, fadedBlue, whole * alpha], below)
}

/** A place in a layer, as groups of some opacities show it, from the outside in, and the layer itself at last. */
export function fadedShare({ color, count, behindGroups }: Behind, opacities: readonly number[]): Share {
  const opacity = opacities.reduce((product, each) => product * each, 1)
  if (opacity === 1) return { color, count }
  // Each lets through what is behind it, as far as all within it do not fade that too.
  const through = [...behindGroups, color].reduceRight<{ sum: Rgba; within: number }>(
    ({ sum, within }, behind, at) => {
      const own = opacities[at] ?? 1
      return { sum: plus(sum, behind, (within * (1 - own)) / (1 - opacity)), within: within * own }
    },
    { sum: [0, 0, 0, 0], within: 1 },
  ).sum
  return { color, count, fade: { opacity, through: straight(through) } }
}

/** Premultiplied. */
function plus(sum: Rgba, [red, green, blue, alpha]: Rgba, share: number): Rgba {
  const weight = share * alpha
  return [sum[0] + red * weight, sum[1] + green * weight, sum[2] + blue * weight, sum[3] + weight]
}

function straight([red, green, blue, alpha]: Rgba): Rgba {
  return alpha === 0 ? [0, 0, 0, 0] : [red / alpha, green / alpha, blue / alpha, alpha]
}
