import { z } from 'zod'
import { defineFormat } from '#renderer/pictures/output-kind.ts'

/** Small and fast; without transparency. */
export const jpeg = defineFormat({
  name: 'jpeg',
  mediaType: 'image/jpeg',
  extension: 'jpg',
  maxSidePx: 32_767,
  transparent: false,
  settings: z.strictObject({
    quality: z.int().min(1).max(100).default(85),
    /** `4:4:4` keeps thin coloured lines sharp and makes larger files. */
    chromaSubsampling: z.enum(['4:2:0', '4:4:4']).default('4:2:0'),
    progressive: z.boolean().default(false),
    /** A tenth smaller, ten times slower. */
    mozjpeg: z.boolean().default(false),
  }),
  encode: (picture, settings) => picture.jpeg({ optimiseCoding: false, ...settings }),
})
