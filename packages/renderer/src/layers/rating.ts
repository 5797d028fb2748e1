import { z } from 'zod/mini'
import { lazily } from '#renderer/async/pending.ts'
import { requestPaints } from '#renderer/drawing/paint-requests.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { symbolStrokeSchema } from '#renderer/properties/stroke.ts'
import { pathSchema } from '#renderer/shapes/path-schema.ts'
import { describe } from '#renderer/values/describe.ts'

const ratings = lazily(() => import('#renderer/shapes/measure-rating.ts'))

/** So many of so many symbols, such as 3.5 of 5 stars; they are as large as the box allows. */
export const rating = defineLayer({
  type: 'rating',
  properties: {
    value: z._default(z.number(), 0).apply(describe, 'Value to show, limited to 0 and `max`'),
    max: z._default(z.int().check(z.minimum(1), z.maximum(100)), 5).apply(describe, 'Number of symbols'),
    step: z
      ._default(z.number().check(z.minimum(0), z.maximum(1)), 0.5)
      .apply(describe, 'Rounds the value: 0.5 to halves, 1 to whole symbols, 0 for any fraction'),
    symbol: z._default(z.enum(['star', 'heart', 'circle', 'square']), 'star').apply(describe, 'Shape of the symbols'),
    path: z
      .optional(pathSchema('M0 24 L12 0 L24 24 Z'))
      .apply(describe, 'A custom symbol: the `d` of an SVG path in a square from 0 to 24, without arcs'),
    fill: z._default(paintSchema, '#f59e0b').apply(describe, 'Colour, gradient or picture of the filled symbols'),
    emptyFill: z
      ._default(paintSchema, '#e5e7eb')
      .apply(describe, 'Colour, gradient or picture of the empty symbols, or parts of symbols'),
    stroke: z.optional(symbolStrokeSchema).apply(describe, 'Outline of every symbol'),
    gap: z
      ._default(z.number().check(z.minimum(0), z.maximum(10_000)), 4)
      .apply(describe, 'Gap between symbols, in pixels'),
    align: z._default(z.enum(['start', 'center', 'end']), 'start').apply(describe, 'Position in a wider box'),
    direction: z._default(z.enum(['ltr', 'rtl']), 'ltr').apply(describe, 'Side from which the symbols are filled'),
  },
  create: (properties) => ({
    paints: new Map([
      ...requestPaints(properties, [properties.fill, properties.emptyFill]),
      ...requestPaints(properties, [properties.stroke?.color], properties.stroke?.width),
    ]),
    measure: (_, pictures) => ratings().measureRating({ ...properties, pictures }),
  }),
})
