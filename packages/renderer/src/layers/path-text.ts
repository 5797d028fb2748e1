import { z } from 'zod'
import { lazily } from '#renderer/async/pending.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { colorSchema } from '#renderer/properties/color.ts'
import { pathSchema } from '#renderer/shapes/path-schema.ts'
import { describe } from '#renderer/values/describe.ts'

const family = z.string().min(1).max(200)

const paths = lazily(() => import('#renderer/path-text/measure-path-text.ts'))

/** One line of text along a circle, an arc or any path; it shrinks when the path is too short for it. */
export const pathText = defineLayer({
  type: 'path-text',
  properties: {
    text: z.string().max(2000).default('').apply(describe, 'The text'),
    markup: z
      .boolean()
      .default(true)
      .apply(describe, 'Read `**bold**`, `*italic*` and `[words](color=#f00 size=1.2)` in the text'),
    shape: z
      .enum(['circle', 'arc', 'path'])
      .default('circle')
      .apply(
        describe,
        '`circle` follows the ellipse of the box; `arc` goes from the left to the right side, with the height of the box; `path` follows `path`',
      ),
    path: pathSchema('M0 50 Q100 0 200 50')
      .optional()
      .apply(describe, 'For `shape: "path"`: the `d` of an SVG path in pixels of the box, without arcs'),
    reverse: z
      .boolean()
      .default(false)
      .apply(describe, 'Runs counterclockwise below a circle, or along an arc that curves down'),
    startAt: z
      .number()
      .min(-1)
      .max(1)
      .default(0)
      .apply(describe, 'Moves the text along the path: 0.25 is a quarter of a circle'),
    align: z
      .enum(['start', 'center', 'end'])
      .default('center')
      .apply(describe, 'Position of the text. On a circle it is relative to the top, or to the bottom with `reverse`'),
    side: z
      .enum(['above', 'middle', 'below'])
      .default('above')
      .apply(describe, 'Position of the text relative to the path'),
    fontFamily: z
      .union([family, z.array(family).min(1).max(10)])
      .default('Inter')
      .apply(describe, 'Font family, or several. Each one provides the characters that the previous ones lack'),
    fontSize: z.number().min(0.5).max(5000).default(32).apply(describe, 'Font size in pixels'),
    minFontSize: z
      .number()
      .min(0.5)
      .max(5000)
      .default(8)
      .apply(describe, 'Minimum font size when shrinking. Text that does not fit at this size is cut off'),
    fontWeight: z.number().min(1).max(1000).default(400).apply(describe, 'Font weight, 100 (thin) to 900 (black)'),
    fontStyle: z.enum(['normal', 'italic']).default('normal').apply(describe, 'Upright or italic'),
    fill: colorSchema.default('#000000').apply(describe, 'Colour of the text'),
    stroke: z
      .strictObject({
        color: colorSchema.default('#000000').apply(describe, 'Colour of the outline'),
        width: z.number().min(0).max(1000).apply(describe, 'Width in pixels'),
      })
      .optional()
      .apply(describe, 'Outline, drawn under the fill with `width` on each side'),
    letterSpacing: z.number().min(-1).max(10).default(0).apply(describe, 'Letter spacing in em'),
    direction: z
      .enum(['auto', 'ltr', 'rtl'])
      .default('auto')
      .apply(describe, '`auto` uses the direction of the first strong character'),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/, 'is not a language such as "de" or "zh-Hant"')
      .optional()
      .apply(describe, 'BCP 47 tag such as `de` or `ja`'),
  },
  create: (properties) => ({ measure: (typesetter) => paths().measurePathText(properties, typesetter) }),
})
