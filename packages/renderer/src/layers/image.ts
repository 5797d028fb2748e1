import { z } from 'zod'
import { measurePicture } from '#renderer/drawing/picture.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { pointSchema } from '#renderer/properties/paint.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { sourceSchema } from '#renderer/properties/source.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'

/** A picture from a file, an address or a field. */
export const image = defineLayer({
  type: 'image',
  properties: {
    src: sourceSchema.default('').describe('Given to the loader of the caller; `data:` URLs are understood everywhere'),
    fallback: sourceSchema.optional().describe('Drawn when `src` is empty or cannot be used'),
    onMissing: z
      .enum(['fail', 'hide'])
      .default('hide')
      .describe('What an empty `src` without a fallback does; a picture that cannot be loaded or read always fails'),
    fit: z
      .enum(['cover', 'contain', 'fill'])
      .default('cover')
      .describe('`cover` fills the box, `contain` shows all of the picture, `fill` stretches it'),
    focalPoint: pointSchema
      .default({ x: 0.5, y: 0.5 })
      .describe('The part of the picture that stays visible (cover), or its place in the box (contain)'),
    radius: radiusSchema
      .default(0)
      .describe('Of the corners in pixels: one for all, or upper left, upper right, lower right, lower left'),
    circle: z.boolean().default(false).describe('Cut to an ellipse, a circle when the sides are equal'),
    border: strokeSchema.optional().describe('Around the picture'),
  },
  create: (properties) => {
    const { width, height, src, fallback, onMissing, fit, focalPoint } = properties
    return {
      image: { src, fallback, onMissing, fit, focalPoint, width, height },
      measure: (_, pixels) => measurePicture(properties, pixels),
    }
  },
})
