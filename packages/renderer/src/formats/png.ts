import { z } from 'zod/mini'
import { defineFormat } from '#renderer/pictures/output-kind.ts'

const level = z.optional(z.int().check(z.minimum(0), z.maximum(9)))

/** Lossless. Level 3 without filters suits drawings; where photographs prevail, filters at level 2 save a third. */
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
  }),
  encode(picture, { compressionLevel, adaptiveFiltering, palette, colors, dither, quality }, photoShare) {
    const filtered = adaptiveFiltering ?? photoShare > 0.3
    const options = { compressionLevel: compressionLevel ?? (filtered ? 2 : 3), adaptiveFiltering: filtered }
    if (!palette && colors === undefined) return picture.png(options)
    return picture.png({ ...options, palette: true, colors: colors ?? 256, dither, quality, effort: 1 })
  },
})
