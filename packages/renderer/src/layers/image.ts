import { z } from 'zod'
import { measurePicture } from '#renderer/drawing/picture.ts'
import { defineLayer } from '#renderer/layer-kind.ts'
import { pointSchema } from '#renderer/properties/paint.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { sourceSchema } from '#renderer/properties/source.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'

/** A picture from a file, an address or a field. */
export const image = defineLayer({
  type: 'image',
  properties: {
    /** Given to the loader of the caller; `data:` URLs are understood everywhere. */
    src: sourceSchema.default(''),
    /** Drawn when `src` is empty or cannot be used. */
    fallback: sourceSchema.optional(),
    /** What an empty `src` without a fallback does; a picture that cannot be loaded or read always fails. */
    onMissing: z.enum(['fail', 'hide']).default('hide'),
    fit: z.enum(['cover', 'contain', 'fill']).default('cover'),
    /** The part of the picture that stays visible (cover), or its place in the box (contain). */
    focalPoint: pointSchema.default({ x: 0.5, y: 0.5 }),
    radius: radiusSchema.default(0),
    circle: z.boolean().default(false),
    border: strokeSchema.optional(),
  },
  create: (properties) => {
    const { width, height, src, fallback, onMissing, fit, focalPoint } = properties
    return {
      image: { src, fallback, onMissing, fit, focalPoint, width, height },
      measure: (_, pixels) => measurePicture(properties, pixels),
    }
  },
})
