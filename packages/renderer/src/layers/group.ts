import { z } from 'zod'
import { measureGroup } from '#renderer/groups/measure-group.ts'
import { defineLayer } from '#renderer/layer-kind.ts'
import { paddingSchema } from '#renderer/properties/padding.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'

/** Layers with a common frame: `children` are placed relative to it, and turn, fade, blend and are cut together. */
export const group = defineLayer({
  type: 'group',
  holdsLayers: true,
  properties: {
    /** `row` and `column` put the children one after the other; an invisible one takes no room, one with an anchor goes to it. */
    layout: z.enum(['free', 'row', 'column']).default('free'),
    /** Between children of a row or column, and between its lines. */
    gap: z.number().min(0).max(10_000).default(0),
    /** Across the direction of the layout. */
    align: z.enum(['start', 'center', 'end']).default('start'),
    /** Along the direction of the layout. */
    justify: z.enum(['start', 'center', 'end', 'space-between', 'space-around', 'space-evenly']).default('start'),
    /** Begins a new line of a row or column where the next child does not fit. */
    wrap: z.boolean().default(false),
    /** Free room inside the edge of a row or column: for all sides, or top, right, bottom, left. */
    padding: paddingSchema.default(0),
    /** `grow`: the frame becomes larger where the children need it; `hug`: it is as large as they are. */
    fit: z.enum(['fixed', 'grow', 'hug']).default('fixed'),
    /** Hides what of the children is outside the frame. */
    clip: z.boolean().default(false),
    /** The corners of the frame. */
    radius: radiusSchema.default(0),
    /** Behind the children. */
    fill: paintSchema.default('transparent'),
    /** Of the frame, in front of its fill and behind the children. */
    stroke: strokeSchema.optional(),
  },
  create: (properties) => ({ measure: (_typesetter, _pixels, children) => measureGroup(properties, children) }),
})
