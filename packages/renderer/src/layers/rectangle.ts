import { z } from 'zod/mini'
import { imagesOfShape, measureShape, roundedOutline } from '#renderer/drawing/shape.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { fillSchema } from '#renderer/properties/paint.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { picturedStrokeSchema } from '#renderer/properties/stroke.ts'
import { describe } from '#renderer/values/describe.ts'

/** A rectangle, filled, outlined or both. */
export const rectangle = defineLayer({
  type: 'rectangle',
  properties: {
    fill: z._default(fillSchema, '#000000').apply(describe, 'Colour, gradient or picture of the fill'),
    stroke: z.optional(picturedStrokeSchema).apply(describe, 'Outline'),
    radius: z
      ._default(radiusSchema, 0)
      .apply(describe, 'Corner radius in pixels: one for all, or upper left, upper right, lower right, lower left'),
  },
  create: (properties) => ({
    ...imagesOfShape(properties),
    measure: (_, pictures) => measureShape(properties, { outline: roundedOutline(properties.radius), pictures }),
  }),
})
