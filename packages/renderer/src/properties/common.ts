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
  color: colorSchema.default('#00000080'),
  x: z.number().min(-1000).max(1000).default(0),
  y: z.number().min(-1000).max(1000).default(0),
  blur: z.number().min(0).max(500).default(0),
})

/** What a layer of any kind has besides `type`, `name` and `anchor`, all bindable. Lengths in pixels, angles in degrees. */
export const commonShape = {
  x: position.default(0),
  y: position.default(0),
  width: side,
  height: side,
  /** Clockwise, around `rotationOrigin`. */
  rotation: z.number().min(-36_000).max(36_000).default(0),
  /** The point of the layer that stays where it is. */
  rotationOrigin: pointSchema.default({ x: 0.5, y: 0.5 }),
  /** Mirrored in its box, before it is turned. */
  flip: z.enum(['none', 'horizontal', 'vertical', 'both']).default('none'),
  opacity: z.number().min(0).max(1).default(1),
  visible: z.boolean().default(true),
  blendMode: z.enum(blendModes).default('normal'),
  /** Offsets are in the directions of the picture, also for a rotated layer. */
  shadow: shadowSchema.optional(),
  /** Change the colours of the layer, or blur it; applied in the order of their table. */
  filters: filtersSchema.optional(),
}

export const commonSchema = z.object(commonShape)

export type CommonProperties = z.output<typeof commonSchema>

/**
 * Places a layer beside another one. `below` and `above` replace `y`, `left` and `right` replace `x`; `align` also takes
 * over the other coordinate. `to: "text"` means the bounds of the text instead of the box. Default gap: 0.
 */
export const anchorSchema = z.strictObject({
  layer: z.string().min(1),
  side: z.enum(['below', 'above', 'left', 'right']),
  gap: z.number().min(-100_000).max(100_000).optional(),
  to: z.enum(['box', 'text']).optional(),
  align: z.enum(['start', 'center', 'end']).optional(),
})

export type Anchor = z.output<typeof anchorSchema>

/**
 * Shows a layer only where another one of the same list is: the one that masks is not drawn itself, and may be a picture,
 * a gradient, text or any other layer. While it is invisible, nothing is cut.
 */
export const maskSchema = z.strictObject({
  layer: z.string().min(1),
  mode: z.enum(['alpha', 'luminance']).optional(),
  invert: z.boolean().optional(),
})

export type Mask = z.output<typeof maskSchema>
