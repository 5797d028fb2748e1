import type { GifOptions, Sharp, WebpOptions } from 'sharp'
import { z } from 'zod/mini'
import type { Effort } from './output-kind.ts'

type Timing = Required<Pick<GifOptions & WebpOptions, 'delay' | 'loop'>>

const gif = defineAnimation({
  name: 'gif',
  maxSidePx: 65_535,
  settings: z.strictObject({
    /** Of all frames together. */
    colors: z._default(z.int().check(z.minimum(2), z.maximum(256)), 256),
    /** How far colours are mixed dot by dot: 0 to 1. */
    dither: z._default(z.number().check(z.minimum(0), z.maximum(1)), 1),
    /** 1 (fast) to 10 (slow). */
    effort: z._default(z.int().check(z.minimum(1), z.maximum(10)), 4),
  }),
  // Its own effort changes the size by less than half a percent, either way.
  ofEffort: {},
  encode: (frames, settings, timing) => frames.gif({ ...settings, ...timing }),
})

const webp = defineAnimation({
  name: 'webp',
  maxSidePx: 16_383,
  settings: z.strictObject({
    quality: z._default(z.int().check(z.minimum(1), z.maximum(100)), 80),
    /** 0 (fast) to 6 (slow, small). */
    effort: z._default(z.int().check(z.minimum(0), z.maximum(6)), 2),
    lossless: z._default(z.boolean(), false),
  }),
  ofEffort: { fast: { effort: 0 }, small: { effort: 6 } },
  encode: (frames, settings, timing) => frames.webp({ ...settings, ...timing }),
})

/** The formats of pictures that move. */
export const animationKinds = [gif, webp] as const

export type AnimationFormat = (typeof animationKinds)[number]['name']

function defineAnimation<Name extends string, Settings extends z.ZodMiniType>(kind: {
  readonly name: Name
  readonly maxSidePx: number
  readonly settings: Settings
  readonly ofEffort: Partial<Record<Effort, Readonly<Partial<z.input<Settings>>>>>
  readonly encode: (frames: Sharp, settings: z.output<Settings>, timing: Timing) => Sharp
}) {
  const { encode, ...rest } = kind
  const encoder = (settings: unknown) => {
    const parsed = kind.settings.parse(settings)
    return (frames: Sharp, timing: Timing) => encode(frames, parsed, timing)
  }
  return { ...rest, encoder }
}
