import { z } from 'zod'
import { measureGroup } from '#renderer/groups/measure-group.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paddingSchema } from '#renderer/properties/padding.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'

/** Layers with a common frame: `children` are placed relative to it, and turn, fade, blend and are cut together. */
export const group = defineLayer({
  type: 'group',
  holdsLayers: true,
  properties: {
    layout: z
      .enum(['free', 'row', 'column'])
      .default('free')
      .describe(
        '`row` and `column` put the children one after the other; an invisible one takes no room, one with an anchor goes to it',
      ),
    gap: z
      .number()
      .min(0)
      .max(10_000)
      .default(0)
      .describe('Between children of a row or column, and between its lines'),
    align: z.enum(['start', 'center', 'end']).default('start').describe('Across the direction of the layout'),
    justify: z
      .enum(['start', 'center', 'end', 'space-between', 'space-around', 'space-evenly'])
      .default('start')
      .describe('Along the direction of the layout'),
    wrap: z.boolean().default(false).describe('Begins a new line of a row or column where the next child does not fit'),
    padding: paddingSchema
      .default(0)
      .describe('Free room inside the edge of a row or column: for all sides, or top, right, bottom, left'),
    fit: z
      .enum(['fixed', 'grow', 'hug'])
      .default('fixed')
      .describe('`grow`: the frame becomes larger where the children need it; `hug`: it is as large as they are'),
    clip: z.boolean().default(false).describe('Hides what of the children is outside the frame'),
    radius: radiusSchema.default(0).describe('The corners of the frame'),
    fill: paintSchema.default('transparent').describe('Behind the children'),
    stroke: strokeSchema.optional().describe('Of the frame, in front of its fill and behind the children'),
  },
  create: (properties) => ({ measure: (_typesetter, _pixels, children) => measureGroup(properties, children) }),
})
