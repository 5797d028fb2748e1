import { z } from 'zod'
import { measureShape } from '#renderer/drawing/shape.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { polygonOutline, regularCorners, spikeOf } from '#renderer/shapes/polygon.ts'
import { describe } from '#renderer/values/describe.ts'

/** A triangle, pentagon, hexagon …: its corners lie on the ellipse of its box, the first one on top. */
export const polygon = defineLayer({
  type: 'polygon',
  properties: {
    sides: z.int().min(3).max(100).default(6).apply(describe, 'Number of sides'),
    fill: paintSchema.default('#000000').apply(describe, 'Colour or gradient of the fill'),
    stroke: strokeSchema.optional().apply(describe, 'Outline'),
    radius: z.number().min(0).max(10_000).default(0).apply(describe, 'Corner radius, in pixels'),
  },
  create: (properties) => {
    const corners = regularCorners(properties.sides)
    const spike = spikeOf(corners, properties)
    return { measure: () => measureShape(properties, polygonOutline(corners, properties.radius), spike) }
  },
})
