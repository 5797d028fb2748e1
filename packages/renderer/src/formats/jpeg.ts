import { z } from 'zod/mini'
import { defineFormat } from '#renderer/pictures/output-kind.ts'
import { colorSchema, readColor } from '#renderer/properties/color.ts'

/** Small and fast; without transparency. */
export const jpeg = defineFormat({
  name: 'jpeg',
  mediaType: 'image/jpeg',
  extension: 'jpg',
  maxSidePx: 32_767,
  settings: z.strictObject({
    quality: z._default(z.int().check(z.minimum(1), z.maximum(100)), 85),
    /** `4:4:4` keeps thin coloured lines sharp and makes larger files. */
    chromaSubsampling: z._default(z.enum(['4:2:0', '4:4:4']), '4:2:0'),
    progressive: z._default(z.boolean(), false),
    /** A fifth smaller, ten times slower; always progressive. */
    mozjpeg: z._default(z.boolean(), false),
    /** Looks for the shortest codes: 5 % smaller, twice as slow. */
    optimiseCoding: z._default(z.boolean(), false),
    /** Shines through where the picture is see-through. */
    background: z._default(colorSchema, '#ffffff'),
  }),
  ofEffort: { small: { optimiseCoding: true, progressive: true } },
  encode(picture, { background, ...settings }) {
    const [r, g, b] = readColor(background) ?? [255, 255, 255]
    return picture.flatten({ background: { r, g, b } }).jpeg(settings)
  },
})
