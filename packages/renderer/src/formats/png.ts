import { z } from 'zod'
import { defineFormat } from '#renderer/pictures/output-kind.ts'

const level = z.int().min(0).max(9).optional()

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
    adaptiveFiltering: z.boolean().optional(),
    /** At most 256 colours: a third of the size, much slower. */
    palette: z.boolean().default(false),
    /** Number of colours of the palette. */
    colors: z.int().min(2).max(256).optional(),
    /** How far the colours of a palette are mixed dot by dot: 0 to 1. */
    dither: z.number().min(0).max(1).default(1),
    /** Of a palette: fewer colours where that is enough. */
    quality: z.int().min(1).max(100).default(100),
  }),
  encode(picture, { compressionLevel, adaptiveFiltering, palette, colors, dither, quality }, photoShare) {
    const filtered = adaptiveFiltering ?? photoShare > 0.3
    const options = { compressionLevel: compressionLevel ?? (filtered ? 2 : 3), adaptiveFiltering: filtered }
    if (!palette && colors === undefined) return picture.png(options)
    return picture.png({ ...options, palette: true, colors: colors ?? 256, dither, quality, effort: 1 })
  },
})
