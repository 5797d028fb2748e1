import { z } from 'zod/mini'
import { defineFormat } from '#renderer/pictures/output-kind.ts'

/** The smallest files, with transparency; the slowest to make. */
export const avif = defineFormat({
  name: 'avif',
  mediaType: 'image/avif',
  extension: 'avif',
  maxSidePx: 16_384,
  settings: z.strictObject({
    quality: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
    /** 0 (fast) to 9 (a hundred times slower, a fifth smaller). */
    effort: z._default(z.int().check(z.minimum(0), z.maximum(9)), 0),
    /** `4:4:4` keeps thin coloured lines sharp and makes larger files. */
    chromaSubsampling: z._default(z.enum(['4:2:0', '4:4:4']), '4:2:0'),
    lossless: z._default(z.boolean(), false),
  }),
  ofEffort: { small: { effort: 1 } },
  encode: (picture, settings) => picture.avif(settings),
})
