import { z } from 'zod'
import { defineLayer } from '#renderer/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { arrowHeads } from '#renderer/shapes/arrow-head.ts'
import { measureLine } from '#renderer/shapes/measure-line.ts'

const place = z.strictObject({ x: z.number().min(-10).max(10), y: z.number().min(-10).max(10) })

/** A line, arrow or connector along points of its box. */
export const line = defineLayer({
  type: 'line',
  properties: {
    /** 0 is the left or upper edge of the box, 1 its right or lower one; at least two. */
    points: z
      .array(place)
      .min(2)
      .max(200)
      .default([
        { x: 0, y: 0.5 },
        { x: 1, y: 0.5 },
      ]),
    color: paintSchema.default('#000000'),
    thickness: z.number().min(0).max(1000).default(2),
    /** Lengths of strokes and gaps. */
    dash: z.array(z.number().min(0).max(10_000)).max(16).default([]),
    /** The shape of the ends, also those of dashes. */
    cap: z.enum(['butt', 'round', 'square']).default('butt'),
    join: z.enum(['miter', 'round', 'bevel']).default('miter'),
    /** Of the bends, in pixels. */
    radius: z.number().min(0).max(10_000).default(0),
    startHead: z.enum(arrowHeads).default('none'),
    endHead: z.enum(arrowHeads).default('none'),
    /** Relative to the thickness. */
    headSize: z.number().min(1).max(50).default(4),
  },
  create: (properties) => ({ measure: () => measureLine(properties) }),
})
