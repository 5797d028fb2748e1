import { z } from 'zod/mini'
import { describe, withMeta } from '#renderer/values/describe.ts'
import { colorSchema, isOpaque } from './color.ts'
import { gradientSchema } from './gradient.ts'
import { pictureFitShape } from './picture-fit.ts'
import { sourceSchema } from './source.ts'

/** A picture, cut by what it paints. */
export const picturePaintSchema = z.strictObject({
  type: z.literal('picture').apply(describe, 'Picture that fills an area, a line or text'),
  src: z
    ._default(sourceSchema, '')
    .apply(
      describe,
      'Source of the picture, as in an image layer. Without a picture nothing is painted, but text is black, the page is white, and a code of which any picture is missing is black on white',
    ),
  fallback: z.optional(sourceSchema).apply(describe, 'Picture to draw when `src` is empty or fails'),
  ...pictureFitShape,
})

/** A colour, a gradient or a picture. */
export const paintSchema = z
  .union([colorSchema, z.discriminatedUnion('type', [...gradientSchema.def.options, picturePaintSchema])])
  .apply(withMeta, { kind: 'color' })

export type Paint = z.output<typeof paintSchema>

export type PicturePaint = z.output<typeof picturePaintSchema>

export const isPicture = (paint: Paint): paint is PicturePaint => typeof paint !== 'string' && paint.type === 'picture'

/** True when nothing shines through the paint. */
export function isOpaquePaint(paint: Paint): boolean {
  if (typeof paint === 'string') return isOpaque(paint)
  return paint.type !== 'picture' && paint.stops.every(({ color }) => isOpaque(color))
}
