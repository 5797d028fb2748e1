import { z } from 'zod/mini'
import { measureShape, requestsOfShape, roundedOutline } from '#renderer/drawing/shape.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { describe } from '#renderer/values/describe.ts'

/** A rectangle, filled, outlined or both. */
export const rectangle = defineLayer({
  type: 'rectangle',
  properties: {
    fill: z._default(paintSchema, '#000000').apply(describe, 'Colour, gradient or picture of the fill'),
    stroke: z.optional(strokeSchema).apply(describe, 'Outline'),
    radius: z
      ._default(radiusSchema, 0)
      .apply(describe, 'Corner radius in pixels: one for all, or upper left, upper right, lower right, lower left'),
  },
  create: (properties) => ({
    paints: requestsOfShape(properties),
    measure: (_, pictures) => measureShape(properties, { outline: roundedOutline(properties.radius), pictures }),
  }),
})
