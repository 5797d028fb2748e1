import { z } from 'zod'
import { defineFormat } from '#renderer/pictures/output-kind.ts'

const level = z.int().min(0).max(9).optional()

/** Lossless. Level 3 without filters suits drawings; where photographs prevail, filters at level 2 save a third. */
export const png = defineFormat({
  name: 'png',
  mediaType: 'image/png',
  extension: 'png',
  maxSidePx: 32_767,
  transparent: true,
  settings: z.strictObject({
    /** 0 (fast, large) to 9 (slow, small). */
    compressionLevel: level,
    /** Filters rows before compression: smaller photographs, slower. */
    adaptiveFiltering: z.boolean().optional(),
    /** At most 256 colours: much smaller, much slower. */
    palette: z.boolean().default(false),
    quality: z.int().min(1).max(100).optional(),
  }),
  encode(picture, { compressionLevel, adaptiveFiltering, palette, quality = 100 }, photoShare) {
    const filtered = adaptiveFiltering ?? photoShare > 0.3
    const options = { compressionLevel: compressionLevel ?? (filtered ? 2 : 3), adaptiveFiltering: filtered }
    return picture.png(palette ? { ...options, palette, quality, effort: 1 } : options)
  },
})
