import { z } from 'zod'
import { measureGroup } from '#renderer/groups/measure-group.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paddingSchema } from '#renderer/properties/padding.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { radiusSchema } from '#renderer/properties/radius.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { describe } from '#renderer/values/describe.ts'

/** Layers with a common frame: `children` are placed relative to it, and turn, fade, blend and are cut together. */
export const group = defineLayer({
  type: 'group',
  holdsLayers: true,
  properties: {
    layout: z
      .enum(['free', 'row', 'column'])
      .default('free')
      .apply(
        describe,
        '`row` and `column` place the children one after another. Invisible children take no space; children with an anchor follow the anchor',
      ),
    gap: z
      .number()
      .min(0)
      .max(10_000)
      .default(0)
      .apply(describe, 'Gap in pixels between the children of a row or column, and between its lines'),
    align: z
      .enum(['start', 'center', 'end'])
      .default('start')
      .apply(describe, 'Alignment across the direction of the layout'),
    justify: z
      .enum(['start', 'center', 'end', 'space-between', 'space-around', 'space-evenly'])
      .default('start')
      .apply(describe, 'Distribution along the direction of the layout'),
    wrap: z.boolean().default(false).apply(describe, 'Starts a new line when the next child does not fit'),
    padding: paddingSchema
      .default(0)
      .apply(describe, 'Padding of a row or column in pixels: for all sides, or top, right, bottom, left'),
    fit: z
      .enum(['fixed', 'grow', 'hug'])
      .default('fixed')
      .apply(describe, '`grow` enlarges the frame if the children need it; `hug` fits the frame to the children'),
    clip: z.boolean().default(false).apply(describe, 'Hides the parts of children outside the frame'),
    radius: radiusSchema.default(0).apply(describe, 'Corner radius of the frame in pixels'),
    fill: paintSchema.default('transparent').apply(describe, 'Colour or gradient behind the children'),
    stroke: strokeSchema
      .optional()
      .apply(describe, 'Outline of the frame, in front of its fill and behind the children'),
  },
  create: (properties) => ({ measure: (_typesetter, _pixels, children) => measureGroup(properties, children) }),
})
