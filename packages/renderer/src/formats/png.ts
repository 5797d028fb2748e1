import { z } from 'zod/mini'
import { defineFormat, efforts } from '#renderer/pictures/output-kind.ts'

/** Above 6, filtered photographs take three times as long for 4 %; drawings become 13 % smaller. */
const levels = {
  fast: { filtered: 1, plain: 1 },
  balanced: { filtered: 2, plain: 3 },
  small: { filtered: 6, plain: 9 },
} as const

const level = z.optional(z.int().check(z.minimum(0), z.maximum(9)))

/**
 * Lossless. Level 3 without filters suits drawings; where photographs prevail, filters at level 2 save a third. Level 2
 * for drawings enlarges most files by 2 to 25 % (decision 0015).
 */
export const png = defineFormat({
  name: 'png',
  mediaType: 'image/png',
  extension: 'png',
  maxSidePx: 32_767,
  settings: z.strictObject({
    /** 0 (fast, large) to 9 (slow, small). */
    compressionLevel: level,
    /** Filters rows before compression: smaller photographs, slower. */
    adaptiveFiltering: z.optional(z.boolean()),
    /** At most 256 colours: a third of the size, much slower. */
    palette: z._default(z.boolean(), false),
    /** Number of colours of the palette. */
    colors: z.optional(z.int().check(z.minimum(2), z.maximum(256))),
    /** How far the colours of a palette are mixed dot by dot: 0 to 1. */
    dither: z._default(z.number().check(z.minimum(0), z.maximum(1)), 1),
    /** Of a palette: fewer colours where that is enough. */
    quality: z._default(z.int().check(z.minimum(1), z.maximum(100)), 100),
    /** Chooses level and filters where they are not set. */
    effort: z._default(z.enum(efforts), 'balanced'),
  }),
  ofEffort: { fast: { effort: 'fast' }, small: { effort: 'small' } },
  encode(picture, settings, photoShare) {
    const { compressionLevel, adaptiveFiltering, palette, colors, dither, quality, effort } = settings
    const isPalette = palette || colors !== undefined
    // Choosing a palette takes longer than what a lower level saves.
    const applied = isPalette && effort === 'fast' ? 'balanced' : effort
    const filtered = adaptiveFiltering ?? (applied !== 'fast' && photoShare > 0.3)
    const usual = levels[applied][filtered ? 'filtered' : 'plain']
    const options = { compressionLevel: compressionLevel ?? usual, adaptiveFiltering: filtered }
    if (!isPalette) return picture.png(options)
    const search = effort === 'small' ? 7 : 1
    return picture.png({ ...options, palette: true, colors: colors ?? 256, dither, quality, effort: search })
  },
})
