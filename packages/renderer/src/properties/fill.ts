import { z } from 'zod/mini'
import { describe, withMeta } from '#renderer/values/describe.ts'
import { colorSchema } from './color.ts'
import { gradientSchema } from './paint.ts'
import { pictureFitShape } from './picture-fit.ts'
import { sourceSchema } from './source.ts'

/** A picture, cut by the edge of a shape. */
export const pictureFillSchema = z.strictObject({
  type: z.literal('picture').apply(describe, 'Picture inside the shape'),
  src: z
    ._default(sourceSchema, '')
    .apply(describe, 'Source of the picture, as in an image layer. A shape without a picture has no fill'),
  fallback: z.optional(sourceSchema).apply(describe, 'Picture to draw when `src` is empty or fails'),
  ...pictureFitShape,
})

/** A colour, a gradient or a picture. */
export const fillSchema = z
  .union([colorSchema, z.discriminatedUnion('type', [...gradientSchema.def.options, pictureFillSchema])])
  .apply(withMeta, { kind: 'color' })

export type Fill = z.output<typeof fillSchema>
export type PictureFill = z.output<typeof pictureFillSchema>
