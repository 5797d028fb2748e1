import { z } from 'zod'
import { defineLayer } from '#renderer/layer-kind.ts'
import { measurePathText } from '#renderer/path-text/measure-path-text.ts'
import { colorSchema } from '#renderer/properties/color.ts'
import { readPath } from '#renderer/shapes/path.ts'

const family = z.string().min(1).max(200)

/** One line of text along a circle, an arc or any path; it shrinks when the path is too short for it. */
export const pathText = defineLayer({
  type: 'path-text',
  properties: {
    text: z.string().max(2000).default(''),
    /** Read `**bold**`, `*italic*` and `[words](color=#f00 size=1.2)` in the text. */
    markup: z.boolean().default(true),
    /** `circle`: around the ellipse of the box; `arc`: from its left to its right side, as high as the box; `path`: along `path`. */
    shape: z.enum(['circle', 'arc', 'path']).default('circle'),
    /** For `shape: "path"`: the `d` of an SVG path in pixels of the box, without arcs. */
    path: z
      .string()
      .max(20_000)
      .refine(
        (d) => readPath(d) !== undefined,
        'is not an SVG path such as "M0 50 Q100 0 200 50" (arcs cannot be used)',
      )
      .optional(),
    /** Goes round a circle the other way, below it; an arc hangs through. */
    reverse: z.boolean().default(false),
    /** Moves the text by a part of the path: 0.25 is a quarter of a circle. */
    startAt: z.number().min(-1).max(1).default(0),
    /** On a circle: relative to its top, or to its bottom when `reverse`. */
    align: z.enum(['start', 'center', 'end']).default('center'),
    /** Where the text stands relative to the path. */
    side: z.enum(['above', 'middle', 'below']).default('above'),
    fontFamily: z.union([family, z.array(family).min(1).max(10)]).default('Inter'),
    fontSize: z.number().min(0.5).max(5000).default(32),
    minFontSize: z.number().min(0.5).max(5000).default(8),
    fontWeight: z.number().min(1).max(1000).default(400),
    fontStyle: z.enum(['normal', 'italic']).default('normal'),
    fill: colorSchema.default('#000000'),
    /** Drawn under the fill, `width` on each side. */
    stroke: z.strictObject({ color: colorSchema.default('#000000'), width: z.number().min(0).max(1000) }).optional(),
    /** In em. */
    letterSpacing: z.number().min(-1).max(10).default(0),
    direction: z.enum(['auto', 'ltr', 'rtl']).default('auto'),
    /** BCP 47 tag such as `de` or `ja`. */
    language: z
      .string()
      .regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/, 'is not a language such as "de" or "zh-Hant"')
      .optional(),
  },
  create: (properties) => ({ measure: (typesetter) => measurePathText(properties, typesetter) }),
})
