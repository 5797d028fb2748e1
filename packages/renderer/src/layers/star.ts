import { z } from 'zod'
import { measureShape } from '#renderer/drawing/shape.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { polygonOutline, spikeOf, starCorners } from '#renderer/shapes/polygon.ts'
import { describe } from '#renderer/values/describe.ts'

/** A star or badge: its points lie on the ellipse of its box, the first one on top. */
export const star = defineLayer({
  type: 'star',
  properties: {
    points: z.int().min(3).max(100).default(5).apply(describe, 'Number of points'),
    innerRadius: z
      .number()
      .min(0.01)
      .max(1)
      .default(0.382)
      .apply(describe, 'Radius of the inner corners, relative to the points'),
    fill: paintSchema.default('#000000').apply(describe, 'Colour or gradient of the fill'),
    stroke: strokeSchema.optional().apply(describe, 'Outline'),
    radius: z.number().min(0).max(10_000).default(0).apply(describe, 'Corner radius, in pixels'),
  },
  create: (properties) => {
    const corners = starCorners(properties.points, properties.innerRadius)
    const spike = spikeOf(corners, properties)
    return { measure: () => measureShape(properties, polygonOutline(corners, properties.radius), spike) }
  },
})
