import type { GifOptions, Sharp, WebpOptions } from 'sharp'
import { z } from 'zod'

type Timing = Required<Pick<GifOptions & WebpOptions, 'delay' | 'loop'>>

const gif = defineAnimation({
  name: 'gif',
  maxSidePx: 65_535,
  settings: z.strictObject({
    /** Of all frames together. */
    colors: z.int().min(2).max(256).default(256),
    /** How far colours are mixed dot by dot: 0 to 1. */
    dither: z.number().min(0).max(1).default(1),
    /** 1 (fast) to 10 (slow). */
    effort: z.int().min(1).max(10).default(4),
  }),
  encode: (frames, settings, timing) => frames.gif({ ...settings, ...timing }),
})

const webp = defineAnimation({
  name: 'webp',
  maxSidePx: 16_383,
  settings: z.strictObject({
    quality: z.int().min(1).max(100).default(80),
    /** 0 (fast) to 6 (slow, small). */
    effort: z.int().min(0).max(6).default(2),
    lossless: z.boolean().default(false),
  }),
  encode: (frames, settings, timing) => frames.webp({ ...settings, ...timing }),
})

/** The formats of pictures that move. */
export const animationKinds = [gif, webp] as const

export type AnimationFormat = (typeof animationKinds)[number]['name']

function defineAnimation<Name extends string, Settings extends z.ZodType>(kind: {
  readonly name: Name
  readonly maxSidePx: number
  readonly settings: Settings
  readonly encode: (frames: Sharp, settings: z.output<Settings>, timing: Timing) => Sharp
}) {
  const { encode, ...rest } = kind
  const encoder = (settings: unknown) => {
    const parsed = kind.settings.parse(settings)
    return (frames: Sharp, timing: Timing) => encode(frames, parsed, timing)
  }
  return { ...rest, encoder }
}
