import { z } from 'zod/mini'
import { describe } from '#renderer/values/describe.ts'
import { paintSchema } from './paint.ts'

const joinSchema = z.enum(['miter', 'round', 'bevel'])

/** An outline; `width` and `dash` are in pixels. */
export const strokeSchema = z.strictObject({
  color: z._default(paintSchema, '#000000').apply(describe, 'Colour, gradient or picture of the line'),
  width: z.number().check(z.minimum(0), z.maximum(1000)).apply(describe, 'Width in pixels'),
  dash: z
    .optional(z.array(z.number().check(z.minimum(0), z.maximum(10_000))).check(z.maxLength(16)))
    .apply(describe, 'Lengths of dashes and gaps in pixels'),
  cap: z._default(z.enum(['butt', 'round', 'square']), 'butt').apply(describe, 'Shape of the ends of dashes'),
  join: z._default(joinSchema, 'miter').apply(describe, 'Shape of the corners'),
  position: z
    ._default(z.enum(['inside', 'center', 'outside']), 'center')
    .apply(describe, 'Position of the outline of a shape relative to its edge'),
})

export type Stroke = z.output<typeof strokeSchema>

/** The outline of symbols, whose corners are round unless it says otherwise. */
export const symbolStrokeSchema = z.extend(z.omit(strokeSchema, { position: true }), {
  join: z._default(joinSchema, 'round').apply(describe, 'Shape of the corners'),
})

export type SymbolStroke = z.output<typeof symbolStrokeSchema>
