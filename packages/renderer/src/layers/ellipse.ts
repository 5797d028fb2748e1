import { z } from 'zod/mini'
import { ellipseOutline, imagesOfShape, measureShape } from '#renderer/drawing/shape.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { fillSchema } from '#renderer/properties/paint.ts'
import { picturedStrokeSchema } from '#renderer/properties/stroke.ts'
import { describe } from '#renderer/values/describe.ts'

/** An ellipse, or a circle when its sides are equal. */
export const ellipse = defineLayer({
  type: 'ellipse',
  properties: {
    fill: z._default(fillSchema, '#000000').apply(describe, 'Colour, gradient or picture of the fill'),
    stroke: z.optional(z.omit(picturedStrokeSchema, { join: true })).apply(describe, 'Outline'),
  },
  create: (properties) => ({
    ...imagesOfShape(properties),
    measure: (_, pictures) => measureShape(properties, { outline: ellipseOutline, pictures }),
  }),
})
