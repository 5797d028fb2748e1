import { z } from 'zod/mini'
import { describe } from '#renderer/values/describe.ts'
import { colorSchema } from './color.ts'

/** A place inside a box: 0 is its left or upper edge, 1 its right or lower one. */
export const pointSchema = z.strictObject({
  x: z
    .number()
    .check(z.minimum(0), z.maximum(1))
    .apply(describe, 'Horizontal position: 0 is the left edge, 1 the right edge'),
  y: z
    .number()
    .check(z.minimum(0), z.maximum(1))
    .apply(describe, 'Vertical position: 0 is the top edge, 1 the bottom edge'),
})

const stopsSchema = z
  .array(
    z.strictObject({
      color: colorSchema.apply(describe, 'Colour at this position'),
      offset: z
        .optional(z.number().check(z.minimum(0), z.maximum(1)))
        .apply(describe, 'Position of the colour: 0 is the start of the gradient, 1 its end. Default: evenly spaced'),
    }),
  )
  .check(z.minLength(2), z.maxLength(32))

const center = z
  ._default(pointSchema, { x: 0.5, y: 0.5 })
  .apply(describe, 'Centre of the gradient, relative to the box')

/** Angles are in degrees, clockwise, 0 = up, as in CSS. Stops without an offset are spread evenly. */
export const gradientSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('linear').apply(describe, 'Gradient along a line'),
    angle: z
      ._default(z.number().check(z.minimum(-3600), z.maximum(3600)), 180)
      .apply(describe, 'Direction in degrees, clockwise; 0 is up, as in CSS'),
    stops: stopsSchema.apply(describe, 'Colours in order'),
  }),
  z.strictObject({
    type: z.literal('radial').apply(describe, 'Gradient from a point outwards'),
    center,
    radius: z
      ._default(z.number().check(z.minimum(0.01), z.maximum(10)), 1)
      .apply(describe, 'Radius relative to half of the diagonal of the box'),
    stops: stopsSchema.apply(describe, 'Colours in order'),
  }),
  z.strictObject({
    type: z.literal('conic').apply(describe, 'Gradient around a point'),
    center,
    angle: z
      ._default(z.number().check(z.minimum(-3600), z.maximum(3600)), 0)
      .apply(describe, 'Direction in degrees, clockwise; 0 is up, as in CSS'),
    stops: stopsSchema.apply(describe, 'Colours in order'),
  }),
])

export type Gradient = z.output<typeof gradientSchema>

/** The stops of a gradient, each with its offset. */
export function stopsOf(gradient: Gradient): { color: string; offset: number }[] {
  const last = gradient.stops.length - 1
  return gradient.stops.map(({ color, offset }, index) => ({ color, offset: offset ?? index / last }))
}
