import { z } from 'zod/mini'
import { describe, withMeta } from '#renderer/values/describe.ts'
import { colorSchema } from './color.ts'
import { gradientSchema } from './gradient.ts'
import { pictureFitShape } from './picture-fit.ts'
import { sourceSchema } from './source.ts'

/** A picture, cut by the edge of a shape, an outline or letters. */
export const pictureFillSchema = z.strictObject({
  type: z.literal('picture').apply(describe, 'Picture inside the shape, the line or the letters'),
  src: z
    ._default(sourceSchema, '')
    .apply(
      describe,
      'Source of the picture, as in an image layer. Without a picture, a shape has no fill, an outline is not drawn and text is black',
    ),
  fallback: z.optional(sourceSchema).apply(describe, 'Picture to draw when `src` is empty or fails'),
  ...pictureFitShape,
})

/** A colour, a gradient or a picture. */
export const fillSchema = z
  .union([colorSchema, z.discriminatedUnion('type', [...gradientSchema.def.options, pictureFillSchema])])
  .apply(withMeta, { kind: 'color' })

export type Fill = z.output<typeof fillSchema>
export const isPicture = (fill: Fill): fill is PictureFill => typeof fill !== 'string' && fill.type === 'picture'

export type PictureFill = z.output<typeof pictureFillSchema>
