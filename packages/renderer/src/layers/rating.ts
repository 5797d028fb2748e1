import { z } from 'zod'
import { defineLayer } from '#renderer/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { measureRating } from '#renderer/shapes/measure-rating.ts'
import { readPath } from '#renderer/shapes/path.ts'

/** So many of so many symbols, such as 3.5 of 5 stars; they are as large as the box allows. */
export const rating = defineLayer({
  type: 'rating',
  properties: {
    /** Negative values count as 0, those above `max` as `max`. */
    value: z.number().default(0),
    max: z.int().min(1).max(100).default(5),
    /** To what the value is rounded: 0.5 for halves, 1 for whole symbols, 0 for any fraction. */
    step: z.number().min(0).max(1).default(0.5),
    symbol: z.enum(['star', 'heart', 'circle', 'square']).default('star'),
    /** A symbol of your own: the `d` of an SVG path in a square from 0 to 24, without arcs. */
    path: z
      .string()
      .max(20_000)
      .refine(
        (d) => readPath(d) !== undefined,
        'is not an SVG path such as "M0 24 L12 0 L24 24 Z" (arcs cannot be used)',
      )
      .optional(),
    fill: paintSchema.default('#f59e0b'),
    /** Of the symbols, or parts of them, that are not reached. */
    emptyFill: paintSchema.default('#e5e7eb'),
    /** Around every symbol. */
    stroke: strokeSchema.omit({ position: true }).optional(),
    /** Between symbols, in pixels. */
    gap: z.number().min(0).max(10_000).default(4),
    align: z.enum(['start', 'center', 'end']).default('start'),
    direction: z.enum(['ltr', 'rtl']).default('ltr'),
  },
  create: (properties) => ({ measure: () => measureRating(properties) }),
})
