import { z } from 'zod'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { measureRating } from '#renderer/shapes/measure-rating.ts'
import { pathSchema } from '#renderer/shapes/path-schema.ts'
import { describe } from '#renderer/values/describe.ts'

/** So many of so many symbols, such as 3.5 of 5 stars; they are as large as the box allows. */
export const rating = defineLayer({
  type: 'rating',
  properties: {
    value: z.number().default(0).apply(describe, 'Value to show, limited to 0 and `max`'),
    max: z.int().min(1).max(100).default(5).apply(describe, 'Number of symbols'),
    step: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .apply(describe, 'Rounds the value: 0.5 to halves, 1 to whole symbols, 0 for any fraction'),
    symbol: z.enum(['star', 'heart', 'circle', 'square']).default('star').apply(describe, 'Shape of the symbols'),
    path: pathSchema('M0 24 L12 0 L24 24 Z')
      .optional()
      .apply(describe, 'A custom symbol: the `d` of an SVG path in a square from 0 to 24, without arcs'),
    fill: paintSchema.default('#f59e0b').apply(describe, 'Colour of the filled symbols'),
    emptyFill: paintSchema.default('#e5e7eb').apply(describe, 'Colour of the empty symbols, or parts of symbols'),
    stroke: strokeSchema.omit({ position: true }).optional().apply(describe, 'Outline of every symbol'),
    gap: z.number().min(0).max(10_000).default(4).apply(describe, 'Gap between symbols, in pixels'),
    align: z.enum(['start', 'center', 'end']).default('start').apply(describe, 'Position in a wider box'),
    direction: z.enum(['ltr', 'rtl']).default('ltr').apply(describe, 'Side from which the symbols are filled'),
  },
  create: (properties) => ({ measure: () => measureRating(properties) }),
})
