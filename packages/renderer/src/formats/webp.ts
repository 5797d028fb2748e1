import { z } from 'zod/mini'
import { defineFormat } from '#renderer/pictures/output-kind.ts'

/** Smaller than JPEG and with transparency; slower. */
export const webp = defineFormat({
  name: 'webp',
  mediaType: 'image/webp',
  extension: 'webp',
  maxSidePx: 16_383,
  settings: z.strictObject({
    /** When lossless: how hard to look for the smallest file. */
    quality: z._default(z.int().check(z.minimum(1), z.maximum(100)), 80),
    /** 0 (fast) to 6 (slow, small). */
    effort: z._default(z.int().check(z.minimum(0), z.maximum(6)), 2),
    lossless: z._default(z.boolean(), false),
  }),
  ofEffort: { fast: { effort: 0 }, small: { effort: 6 } },
  encode: (picture, settings) => picture.webp(settings),
})
