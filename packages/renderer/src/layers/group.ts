import { z } from 'zod/mini'
import { requestsOfShape } from '#renderer/drawing/shape.ts'
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
      ._default(z.enum(['free', 'row', 'column']), 'free')
      .apply(
        describe,
        '`row` and `column` place the children one after another. Invisible children take no space; children with an anchor follow the anchor',
      ),
    gap: z
      ._default(z.number().check(z.minimum(0), z.maximum(10_000)), 0)
      .apply(describe, 'Gap in pixels between the children of a row or column, and between its lines'),
    align: z
      ._default(z.enum(['start', 'center', 'end']), 'start')
      .apply(describe, 'Alignment across the direction of the layout'),
    justify: z
      ._default(z.enum(['start', 'center', 'end', 'space-between', 'space-around', 'space-evenly']), 'start')
      .apply(describe, 'Distribution along the direction of the layout'),
    wrap: z._default(z.boolean(), false).apply(describe, 'Starts a new line when the next child does not fit'),
    padding: z
      ._default(paddingSchema, 0)
      .apply(describe, 'Padding of a row or column in pixels: for all sides, or top, right, bottom, left'),
    fit: z
      ._default(z.enum(['fixed', 'grow', 'hug']), 'fixed')
      .apply(describe, '`grow` enlarges the frame if the children need it; `hug` fits the frame to the children'),
    clip: z._default(z.boolean(), false).apply(describe, 'Hides the parts of children outside the frame'),
    radius: z._default(radiusSchema, 0).apply(describe, 'Corner radius of the frame in pixels'),
    fill: z._default(paintSchema, 'transparent').apply(describe, 'Colour, gradient or picture behind the children'),
    stroke: z
      .optional(strokeSchema)
      .apply(describe, 'Outline of the frame, in front of its fill and behind the children'),
  },
  create: (properties) => ({
    paints: requestsOfShape(properties, { isWhole: properties.fit !== 'fixed' }),
    measure: (_, pictures, children) => measureGroup({ ...properties, pictures }, children),
  }),
})
