import { z } from 'zod'
import { defineFormat } from '#renderer/pictures/output-kind.ts'

/** The smallest files, with transparency; the slowest to make. */
export const avif = defineFormat({
  name: 'avif',
  mediaType: 'image/avif',
  extension: 'avif',
  maxSidePx: 16_384,
  settings: z.strictObject({
    quality: z.int().min(1).max(100).default(50),
    /** 0 (fast) to 9 (a hundred times slower, a fifth smaller). */
    effort: z.int().min(0).max(9).default(0),
    /** `4:4:4` keeps thin coloured lines sharp and makes larger files. */
    chromaSubsampling: z.enum(['4:2:0', '4:4:4']).default('4:2:0'),
    lossless: z.boolean().default(false),
  }),
  encode: (picture, settings) => picture.avif(settings),
})
