import { z } from 'zod/mini'
import { ellipseOutline, measureShape, requestsOfShape } from '#renderer/drawing/shape.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { describe } from '#renderer/values/describe.ts'

/** An ellipse, or a circle when its sides are equal. */
export const ellipse = defineLayer({
  type: 'ellipse',
  properties: {
    fill: z._default(paintSchema, '#000000').apply(describe, 'Colour, gradient or picture of the fill'),
    stroke: z.optional(z.omit(strokeSchema, { join: true })).apply(describe, 'Outline'),
  },
  create: (properties) => ({
    paints: requestsOfShape(properties),
    measure: (_, pictures) => measureShape(properties, { outline: ellipseOutline, pictures }),
  }),
})
