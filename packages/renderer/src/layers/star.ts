import { z } from 'zod'
import { measureShape } from '#renderer/drawing/shape.ts'
import { defineLayer } from '#renderer/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { polygonOutline, starCorners } from '#renderer/shapes/polygon.ts'

/** A star or badge: its points lie on the ellipse of its box, the first one on top. */
export const star = defineLayer({
  type: 'star',
  properties: {
    points: z.int().min(3).max(100).default(5),
    /** Of the corners between the points, relative to the points. */
    innerRadius: z.number().min(0.01).max(1).default(0.382),
    fill: paintSchema.default('#000000'),
    stroke: strokeSchema.optional(),
    /** Of the rounded corners, in pixels. */
    radius: z.number().min(0).max(10_000).default(0),
  },
  create: (properties) => {
    const corners = starCorners(properties.points, properties.innerRadius)
    return { measure: () => measureShape(properties, polygonOutline(corners, properties.radius)) }
  },
})
