import { z } from 'zod'
import { defineFormat } from '#renderer/pictures/output-kind.ts'
import { colorSchema, readColor } from '#renderer/properties/color.ts'

/** Small and fast; without transparency. */
export const jpeg = defineFormat({
  name: 'jpeg',
  mediaType: 'image/jpeg',
  extension: 'jpg',
  maxSidePx: 32_767,
  settings: z.strictObject({
    quality: z.int().min(1).max(100).default(85),
    /** `4:4:4` keeps thin coloured lines sharp and makes larger files. */
    chromaSubsampling: z.enum(['4:2:0', '4:4:4']).default('4:2:0'),
    progressive: z.boolean().default(false),
    /** A fifth smaller, ten times slower; always progressive. */
    mozjpeg: z.boolean().default(false),
    /** Shines through where the picture is see-through. */
    background: colorSchema.default('#ffffff'),
  }),
  encode(picture, { background, ...settings }) {
    const [r, g, b] = readColor(background) ?? [255, 255, 255]
    return picture.flatten({ background: { r, g, b } }).jpeg({ optimiseCoding: false, ...settings })
  },
})
