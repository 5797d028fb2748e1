import { z } from 'zod'
import { defineFormat } from '#renderer/pictures/output-kind.ts'

/** Smaller than JPEG and with transparency; slower. */
export const webp = defineFormat({
  name: 'webp',
  mediaType: 'image/webp',
  extension: 'webp',
  maxSidePx: 16_383,
  settings: z.strictObject({
    /** When lossless: how hard to look for the smallest file. */
    quality: z.int().min(1).max(100).default(80),
    /** 0 (fast) to 6 (slow, small). */
    effort: z.int().min(0).max(6).default(2),
    lossless: z.boolean().default(false),
  }),
  encode: (picture, settings) => picture.webp(settings),
})
