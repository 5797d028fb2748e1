import { z } from 'zod/mini'
import { measurePicture } from '#renderer/drawing/picture.ts'
import { requestsOfStroke } from '#renderer/drawing/shape.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { pictureFitShape } from '#renderer/properties/picture-fit.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { sourceSchema } from '#renderer/properties/source.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { describe } from '#renderer/values/describe.ts'

/** A picture from a file, an address or a field. */
export const image = defineLayer({
  type: 'image',
  properties: {
    src: z
      ._default(sourceSchema, '')
      .apply(
        describe,
        'Source of the picture, passed to the loader of the caller, such as `https://shop.example/{{SKU | url}}.jpg`. `data:` URLs always work; in these, braces are no expressions',
      ),
    fallback: z.optional(sourceSchema).apply(describe, 'Picture to draw when `src` is empty or fails'),
    onMissing: z
      ._default(z.enum(['fail', 'hide']), 'hide')
      .apply(
        describe,
        'Effect of an empty `src` without a fallback. A picture that cannot be loaded or read always fails',
      ),
    ...pictureFitShape,
    radius: z
      ._default(radiusSchema, 0)
      .apply(describe, 'Corner radius in pixels: one for all, or upper left, upper right, lower right, lower left'),
    circle: z._default(z.boolean(), false).apply(describe, 'Crops to an ellipse, or to a circle if the box is square'),
    border: z.optional(strokeSchema).apply(describe, 'Outline of the picture'),
  },
  create: (properties) => {
    const { width, height, src, fallback, onMissing, fit, focalPoint, zoom } = properties
    return {
      image: { src, fallback, onMissing, fit, focalPoint, zoom, width, height },
      paints: new Map(requestsOfStroke({ width, height }, properties.border)),
      measure: (_, pictures) => measurePicture(properties, pictures),
    }
  },
})
