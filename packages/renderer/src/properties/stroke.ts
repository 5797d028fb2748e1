import { z } from 'zod'
import { describe } from '#renderer/values/describe.ts'
import { paintSchema } from './paint.ts'

/** An outline; `width` and `dash` are in pixels. */
export const strokeSchema = z.strictObject({
  color: paintSchema.default('#000000').apply(describe, 'Colour of the line'),
  width: z.number().min(0).max(1000).apply(describe, 'Width in pixels'),
  dash: z
    .array(z.number().min(0).max(10_000))
    .max(16)
    .optional()
    .apply(describe, 'Lengths of dashes and gaps in pixels'),
  position: z
    .enum(['inside', 'center', 'outside'])
    .default('center')
    .apply(describe, 'Position of the outline of a shape relative to its edge'),
})

export type Stroke = z.output<typeof strokeSchema>
