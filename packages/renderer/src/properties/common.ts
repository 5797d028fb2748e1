import { z } from 'zod'
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
  color: colorSchema.default('#00000080').describe('Of the shadow'),
  x: z.number().min(-1000).max(1000).default(0).describe('How far it falls to the right, in pixels'),
  y: z.number().min(-1000).max(1000).default(0).describe('How far it falls down, in pixels'),
  blur: z.number().min(0).max(500).default(0).describe('How soft its edge is, in pixels; 0 is sharp'),
})

/** What a layer of any kind has besides `type`, `name` and `anchor`, all bindable. Lengths in pixels, angles in degrees. */
export const commonShape = {
  x: position.default(0).describe('Left edge in pixels, from the left of the page or of the group around'),
  y: position.default(0).describe('Upper edge in pixels, from the top of the page or of the group around'),
  width: side.describe('In pixels'),
  height: side.describe('In pixels'),
  rotation: z.number().min(-36_000).max(36_000).default(0).describe('Clockwise, around `rotationOrigin`'),
  rotationOrigin: pointSchema.default({ x: 0.5, y: 0.5 }).describe('The point of the layer that stays where it is'),
  flip: z
    .enum(['none', 'horizontal', 'vertical', 'both'])
    .default('none')
    .describe('Mirrored in its box, before it is turned'),
  opacity: z.number().min(0).max(1).default(1).describe('0 is invisible, 1 lets nothing shine through'),
  visible: z.boolean().default(true).describe('Whether the layer is drawn'),
  blendMode: z.enum(blendModes).default('normal').describe('How its colours mix with those behind it'),
  shadow: shadowSchema.optional().describe('Offsets are in the directions of the picture, also for a rotated layer'),
  filters: filtersSchema
    .optional()
    .describe('Change the colours of the layer, or blur it; applied in the order of their table'),
}

export const commonSchema = z.object(commonShape)

export type CommonProperties = z.output<typeof commonSchema>

/**
 * Places a layer beside another one. `below` and `above` replace `y`, `left` and `right` replace `x`; `align` also takes
 * over the other coordinate. `to: "text"` means the bounds of the text instead of the box. Default gap: 0.
 */
export const anchorSchema = z.strictObject({
  layer: z.string().min(1).describe('The name of the layer beside which this one is placed'),
  side: z.enum(['below', 'above', 'left', 'right']).describe('On which side of it'),
  gap: z.number().min(-100_000).max(100_000).optional().describe('Free room between the two in pixels; default: 0'),
  to: z
    .enum(['box', 'text'])
    .optional()
    .describe('The box of the other layer, or the bounds of its text; default: box'),
  align: z.enum(['start', 'center', 'end']).optional().describe('Places it along that side as well'),
})

export type Anchor = z.output<typeof anchorSchema>

/**
 * Shows a layer only where another one of the same list is: the one that masks is not drawn itself, and may be a picture,
 * a gradient, text or any other layer. While it is invisible, nothing is cut.
 */
export const maskSchema = z.strictObject({
  layer: z.string().min(1).describe('The name of the layer that cuts'),
  mode: z
    .enum(['alpha', 'luminance'])
    .optional()
    .describe('`alpha`: where it is; `luminance`: where it is light; default: alpha'),
  invert: z.boolean().optional().describe('Swaps inside and outside'),
})

export type Mask = z.output<typeof maskSchema>
