import { z } from 'zod'
import { describe } from '#renderer/values/describe.ts'
import { colorSchema } from './color.ts'
import { filtersSchema } from './filters.ts'
import { pointSchema } from './paint.ts'

/** The longest side of a template or layer in pixels. */
export const MAX_SIDE_PX = 10_000

const position = z.number().min(-100_000).max(100_000)
const side = z.number().min(0).max(MAX_SIDE_PX)

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
  color: colorSchema.default('#00000080').apply(describe, 'Colour of the shadow'),
  x: z.number().min(-1000).max(1000).default(0).apply(describe, 'Offset to the right, in pixels'),
  y: z.number().min(-1000).max(1000).default(0).apply(describe, 'Offset down, in pixels'),
  blur: z.number().min(0).max(500).default(0).apply(describe, 'Blur of the edge in pixels; 0 is sharp'),
})

/** What a layer of any kind has besides `type`, `name` and `anchor`, all bindable. Lengths in pixels, angles in degrees. */
export const commonShape = {
  x: position.default(0).apply(describe, 'Left edge in pixels, relative to the page or the parent group'),
  y: position.default(0).apply(describe, 'Top edge in pixels, relative to the page or the parent group'),
  width: side.apply(describe, 'Width in pixels'),
  height: side.apply(describe, 'Height in pixels'),
  rotation: z
    .number()
    .min(-36_000)
    .max(36_000)
    .default(0)
    .apply(describe, 'Clockwise rotation in degrees, around `rotationOrigin`'),
  rotationOrigin: pointSchema
    .default({ x: 0.5, y: 0.5 })
    .apply(describe, 'Point that the layer rotates around, relative to its box'),
  flip: z
    .enum(['none', 'horizontal', 'vertical', 'both'])
    .default('none')
    .apply(describe, 'Mirrors the layer in its box, before the rotation'),
  opacity: z.number().min(0).max(1).default(1).apply(describe, '0 is invisible, 1 is opaque'),
  visible: z.boolean().default(true).apply(describe, 'Whether the layer is drawn'),
  blendMode: z.enum(blendModes).default('normal').apply(describe, 'Blend mode with the layers behind'),
  shadow: shadowSchema.optional().apply(describe, 'Shadow. Its offsets do not rotate with the layer'),
  filters: filtersSchema
    .optional()
    .apply(describe, 'Filters that change the colours of the layer or blur it, applied in the order of the table'),
}

export const commonSchema = z.object(commonShape)

export type CommonProperties = z.output<typeof commonSchema>

/**
 * Places a layer beside another one. `below` and `above` replace `y`, `left` and `right` replace `x`; `align` also takes
 * over the other coordinate. `to: "text"` means the bounds of the text instead of the box. Default gap: 0.
 */
export const anchorSchema = z.strictObject({
  layer: z.string().min(1).apply(describe, 'Name of the layer next to which this layer is placed'),
  side: z.enum(['below', 'above', 'left', 'right']).apply(describe, 'Side of the other layer'),
  gap: z
    .number()
    .min(-100_000)
    .max(100_000)
    .optional()
    .apply(describe, 'Gap between the two layers in pixels. Default: 0'),
  to: z
    .enum(['box', 'text'])
    .optional()
    .apply(describe, '`box` of the other layer, or the bounds of its text. Default: box'),
  align: z.enum(['start', 'center', 'end']).optional().apply(describe, 'Alignment along that side'),
})

export type Anchor = z.output<typeof anchorSchema>

/**
 * Shows a layer only where another one of the same list is: the one that masks is not drawn itself, and may be a picture,
 * a gradient, text or any other layer. While it is invisible, nothing is cut.
 */
export const maskSchema = z.strictObject({
  layer: z.string().min(1).apply(describe, 'Name of the layer that is the mask'),
  mode: z
    .enum(['alpha', 'luminance'])
    .optional()
    .apply(describe, '`alpha` shows the layer where the mask is opaque, `luminance` where it is light. Default: alpha'),
  invert: z.boolean().optional().apply(describe, 'Inverts the mask'),
})

export type Mask = z.output<typeof maskSchema>
