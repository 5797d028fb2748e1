import { z } from 'zod'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { arrowHeads } from '#renderer/shapes/arrow-head.ts'
import { measureLine } from '#renderer/shapes/measure-line.ts'
import { describe } from '#renderer/values/describe.ts'

const place = z.strictObject({
  x: z
    .number()
    .min(-10)
    .max(10)
    .apply(describe, 'Horizontal position: 0 is the left edge of the box, 1 the right edge'),
  y: z.number().min(-10).max(10).apply(describe, 'Vertical position: 0 is the top edge of the box, 1 the bottom edge'),
})

/** A line, arrow or connector along points of its box. */
export const line = defineLayer({
  type: 'line',
  properties: {
    points: z
      .array(place)
      .min(2)
      .max(200)
      .default([
        { x: 0, y: 0.5 },
        { x: 1, y: 0.5 },
      ])
      .apply(
        describe,
        'Points of the line, at least two. 0 is the left or top edge of the box, 1 the right or bottom edge',
      ),
    color: paintSchema.default('#000000').apply(describe, 'Colour or gradient of the line'),
    thickness: z.number().min(0).max(1000).default(2).apply(describe, 'Thickness in pixels'),
    dash: z.array(z.number().min(0).max(10_000)).max(16).default([]).apply(describe, 'Lengths of dashes and gaps'),
    cap: z
      .enum(['butt', 'round', 'square'])
      .default('butt')
      .apply(describe, 'Shape of the ends, including those of dashes'),
    join: z.enum(['miter', 'round', 'bevel']).default('miter').apply(describe, 'Shape of the corners'),
    radius: z.number().min(0).max(10_000).default(0).apply(describe, 'Corner radius, in pixels'),
    startHead: z.enum(arrowHeads).default('none').apply(describe, 'Symbol at the first point'),
    endHead: z.enum(arrowHeads).default('none').apply(describe, 'Symbol at the last point'),
    headSize: z.number().min(1).max(50).default(4).apply(describe, 'Size of the symbols relative to the thickness'),
  },
  create: (properties) => ({ measure: () => measureLine(properties) }),
})
