import { z } from 'zod/mini'
import { measureShape, requestsOfShape } from '#renderer/drawing/shape.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { polygonOutline, spikeOf, starCorners } from '#renderer/shapes/polygon.ts'
import { describe } from '#renderer/values/describe.ts'

/** A star or badge: its points lie on the ellipse of its box, the first one on top. */
export const star = defineLayer({
  type: 'star',
  properties: {
    points: z._default(z.int().check(z.minimum(3), z.maximum(100)), 5).apply(describe, 'Number of points'),
    innerRadius: z
      ._default(z.number().check(z.minimum(0.01), z.maximum(1)), 0.382)
      .apply(describe, 'Radius of the inner corners, relative to the points'),
    fill: z._default(paintSchema, '#000000').apply(describe, 'Colour, gradient or picture of the fill'),
    stroke: z.optional(strokeSchema).apply(describe, 'Outline'),
    radius: z
      ._default(z.number().check(z.minimum(0), z.maximum(10_000)), 0)
      .apply(describe, 'Corner radius, in pixels'),
  },
  create: (properties) => {
    const corners = starCorners(properties.points, properties.innerRadius)
    const spike = spikeOf(corners, properties)
    const outline = polygonOutline(corners, properties.radius)
    return {
      paints: requestsOfShape(properties, { spike }),
      measure: (_, pictures) => measureShape(properties, { outline, pictures, spike }),
    }
  },
})
