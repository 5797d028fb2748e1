import { z } from 'zod/mini'
import { requestPaints } from '#renderer/drawing/paint-requests.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { arrowHeads } from '#renderer/shapes/arrow-head.ts'
import { lineOutsetPx, measureLine } from '#renderer/shapes/measure-line.ts'
import { describe } from '#renderer/values/describe.ts'

const place = z.strictObject({
  x: z
    .number()
    .check(z.minimum(-10), z.maximum(10))
    .apply(describe, 'Horizontal position: 0 is the left edge of the box, 1 the right edge'),
  y: z
    .number()
    .check(z.minimum(-10), z.maximum(10))
    .apply(describe, 'Vertical position: 0 is the top edge of the box, 1 the bottom edge'),
})

/** A line, arrow or connector along points of its box. */
export const line = defineLayer({
  type: 'line',
  properties: {
    points: z
      ._default(z.array(place).check(z.minLength(2), z.maxLength(200)), [
        { x: 0, y: 0.5 },
        { x: 1, y: 0.5 },
      ])
      .apply(
        describe,
        'Points of the line, at least two. 0 is the left or top edge of the box, 1 the right or bottom edge',
      ),
    color: z._default(paintSchema, '#000000').apply(describe, 'Colour, gradient or picture of the line'),
    thickness: z._default(z.number().check(z.minimum(0), z.maximum(1000)), 2).apply(describe, 'Thickness in pixels'),
    dash: z
      ._default(z.array(z.number().check(z.minimum(0), z.maximum(10_000))).check(z.maxLength(16)), [])
      .apply(describe, 'Lengths of dashes and gaps in pixels'),
    cap: z
      ._default(z.enum(['butt', 'round', 'square']), 'butt')
      .apply(describe, 'Shape of the ends, including those of dashes'),
    join: z._default(z.enum(['miter', 'round', 'bevel']), 'miter').apply(describe, 'Shape of the corners'),
    radius: z
      ._default(z.number().check(z.minimum(0), z.maximum(10_000)), 0)
      .apply(describe, 'Corner radius, in pixels'),
    startHead: z._default(z.enum(arrowHeads), 'none').apply(describe, 'Symbol at the first point'),
    endHead: z._default(z.enum(arrowHeads), 'none').apply(describe, 'Symbol at the last point'),
    headSize: z
      ._default(z.number().check(z.minimum(1), z.maximum(50)), 4)
      .apply(describe, 'Size of the symbols relative to the thickness'),
  },
  create: (properties) => ({
    paints: new Map(requestPaints(properties, [properties.color], lineOutsetPx(properties))),
    measure: (_, pictures) => measureLine({ ...properties, pictures }),
  }),
})
