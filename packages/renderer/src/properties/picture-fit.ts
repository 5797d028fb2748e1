import { z } from 'zod/mini'
import { describe } from '#renderer/values/describe.ts'
import { pointSchema } from './gradient.ts'

/** An enlarged picture is made whole before it is cut. */
const MAX_ZOOM = 8

/** How a picture fills its box. */
export const pictureFitShape = {
  fit: z
    ._default(z.enum(['cover', 'contain', 'fill']), 'cover')
    .apply(
      describe,
      '`cover` fills the box, `contain` shows the whole picture and paints nothing around it (letters there are not drawn), `fill` stretches it',
    ),
  focalPoint: z
    ._default(pointSchema, { x: 0.5, y: 0.5 })
    .apply(describe, 'Visible part of the picture (`cover`), or its position in the box (`contain`)'),
  zoom: z
    ._default(z.number().check(z.minimum(1), z.maximum(MAX_ZOOM)), 1)
    .apply(describe, 'Enlarges a picture that covers its box around the focal point; 2 shows half of it each way'),
}
