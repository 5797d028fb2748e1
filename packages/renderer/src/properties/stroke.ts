import { z } from 'zod'
import { paintSchema } from './paint.ts'

/** An outline; `width` and `dash` are in pixels. */
export const strokeSchema = z.strictObject({
  color: paintSchema.default('#000000').describe('Colour of the line'),
  width: z.number().min(0).max(1000).describe('Width in pixels'),
  dash: z.array(z.number().min(0).max(10_000)).max(16).optional().describe('Lengths of dashes and gaps in pixels'),
  position: z
    .enum(['inside', 'center', 'outside'])
    .default('center')
    .describe('Position of the outline of a shape relative to its edge'),
})

export type Stroke = z.output<typeof strokeSchema>
