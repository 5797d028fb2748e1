import { z } from 'zod/mini'
import { describe } from '#renderer/values/describe.ts'
import { colorSchema } from './color.ts'
import { filtersSchema } from './filters.ts'
import { pointSchema } from './gradient.ts'

/** The longest side of a template or layer in pixels. */
export const MAX_SIDE_PX = 10_000

const position = z.number().check(z.minimum(-100_000), z.maximum(100_000))
const side = z.number().check(z.minimum(0), z.maximum(MAX_SIDE_PX))

export const blendModes = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
] as const

export const shadowSchema = z.strictObject({
  color: z._default(colorSchema, '#00000080').apply(describe, 'Colour of the shadow'),
  x: z
    ._default(z.number().check(z.minimum(-1000), z.maximum(1000)), 0)
    .apply(describe, 'Offset to the right, in pixels'),
  y: z._default(z.number().check(z.minimum(-1000), z.maximum(1000)), 0).apply(describe, 'Offset down, in pixels'),
  blur: z
    ._default(z.number().check(z.minimum(0), z.maximum(500)), 0)
    .apply(describe, 'Blur of the edge in pixels; 0 is sharp'),
})

/** What a layer of any kind has besides `type`, `name` and `anchor`, all bindable. Lengths in pixels, angles in degrees. */
export const commonShape = {
  x: z._default(position, 0).apply(describe, 'Left edge in pixels, relative to the page or the parent group'),
  y: z._default(position, 0).apply(describe, 'Top edge in pixels, relative to the page or the parent group'),
  width: side.apply(describe, 'Width in pixels'),
  height: side.apply(describe, 'Height in pixels'),
  rotation: z
    ._default(z.number().check(z.minimum(-36_000), z.maximum(36_000)), 0)
    .apply(describe, 'Clockwise rotation in degrees, around `rotationOrigin`'),
  rotationOrigin: z
    ._default(pointSchema, { x: 0.5, y: 0.5 })
    .apply(describe, 'Point that the layer rotates around, relative to its box'),
  flip: z
    ._default(z.enum(['none', 'horizontal', 'vertical', 'both']), 'none')
    .apply(describe, 'Mirrors the layer in its box, before the rotation'),
  opacity: z._default(z.number().check(z.minimum(0), z.maximum(1)), 1).apply(describe, '0 is invisible, 1 is opaque'),
  visible: z._default(z.boolean(), true).apply(describe, 'Whether the layer is drawn'),
  blendMode: z._default(z.enum(blendModes), 'normal').apply(describe, 'Blend mode with the layers behind'),
  shadow: z.optional(shadowSchema).apply(describe, 'Shadow. Its offsets do not rotate with the layer'),
  filters: z
    .optional(filtersSchema)
    .apply(describe, 'Filters that change the colours of the layer or blur it, applied in the order of the table'),
}

export const commonSchema = z.object(commonShape)

export type CommonProperties = z.output<typeof commonSchema>

/**
 * Places a layer beside another one. `below` and `above` replace `y`, `left` and `right` replace `x`; `align` also takes
 * over the other coordinate. `to: "text"` means the bounds of the text instead of the box. Default gap: 0.
 */
export const anchorSchema = z.strictObject({
  layer: z.string().check(z.minLength(1)).apply(describe, 'Name of the layer next to which this layer is placed'),
  side: z.enum(['below', 'above', 'left', 'right']).apply(describe, 'Side of the other layer'),
  gap: z
    .optional(z.number().check(z.minimum(-100_000), z.maximum(100_000)))
    .apply(describe, 'Gap between the two layers in pixels. Default: 0'),
  to: z
    .optional(z.enum(['box', 'text']))
    .apply(describe, '`box` of the other layer, or the bounds of its text. Default: box'),
  align: z.optional(z.enum(['start', 'center', 'end'])).apply(describe, 'Alignment along that side'),
})

export type Anchor = z.output<typeof anchorSchema>

/** What becomes of a layer when a value of the record does not suit it. */
export const onInvalidSchema = z
  .enum(['fail', 'fallback', 'hide'])
  .apply(
    describe,
    'Effect of an invalid value, such as a word where a colour is expected: `fail` renders no image, `fallback` uses the fallback of the binding, or else the default of the property (a bound `visible` hides the layer; a property without a default, such as `width` or the colour of a gradient stop, fails as with `fail`), `hide` hides the layer. `fallback` and `hide` add a warning, and both hide a code that cannot be encoded. Default: fail',
  )

/**
 * Shows a layer only where another one of the same list is: the one that masks is not drawn itself, and may be a picture,
 * a gradient, text or any other layer. While it is invisible, nothing is cut.
 */
export const maskSchema = z.strictObject({
  layer: z.string().check(z.minLength(1)).apply(describe, 'Name of the layer that is the mask'),
  mode: z
    .optional(z.enum(['alpha', 'luminance']))
    .apply(describe, '`alpha` shows the layer where the mask is opaque, `luminance` where it is light. Default: alpha'),
  invert: z.optional(z.boolean()).apply(describe, 'Inverts the mask'),
})

export type Mask = z.output<typeof maskSchema>
