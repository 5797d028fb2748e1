import { z } from 'zod'
import { paintSchema } from './paint.ts'

/** An outline; `width` and `dash` are in pixels. */
export const strokeSchema = z.strictObject({
  color: paintSchema.default('#000000'),
  width: z.number().min(0).max(1000),
  dash: z.array(z.number().min(0).max(10_000)).max(16).optional(),
  /** Where the outline of a shape lies relative to its edge. */
  position: z.enum(['inside', 'center', 'outside']).default('center'),
})

export type Stroke = z.output<typeof strokeSchema>
