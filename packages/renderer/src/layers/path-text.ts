import { z } from 'zod/mini'
import { lazily } from '#renderer/async/pending.ts'
import { requestPaints } from '#renderer/drawing/paint-requests.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { writtenText } from '#renderer/properties/written-text.ts'
import { pathSchema } from '#renderer/shapes/path-schema.ts'
import { describe } from '#renderer/values/describe.ts'

const family = z.string().check(z.minLength(1), z.maxLength(200))

const paths = lazily(() => import('#renderer/path-text/measure-path-text.ts'))

/** One line of text along a circle, an arc or any path; it shrinks when the path is too short for it. */
export const pathText = defineLayer({
  type: 'path-text',
  properties: {
    text: z._default(writtenText(2000), '').apply(describe, 'The text, with expressions such as `{{Name}}`'),
    markup: z
      ._default(z.boolean(), true)
      .apply(
        describe,
        'Read `**bold**`, `*italic*` and `[words](color=#f00 underline link=https://example.com)` in the text',
      ),
    shape: z
      ._default(z.enum(['circle', 'arc', 'path']), 'circle')
      .apply(
        describe,
        '`circle` follows the ellipse of the box; `arc` goes from the left to the right side, with the height of the box; `path` follows `path`',
      ),
    path: z
      .optional(pathSchema('M0 50 Q100 0 200 50'))
      .apply(describe, 'For `shape: "path"`: the `d` of an SVG path in pixels of the box, without arcs'),
    reverse: z
      ._default(z.boolean(), false)
      .apply(describe, 'Runs counterclockwise below a circle, or along an arc that curves down'),
    startAt: z
      ._default(z.number().check(z.minimum(-1), z.maximum(1)), 0)
      .apply(describe, 'Moves the text along the path: 0.25 is a quarter of a circle'),
    align: z
      ._default(z.enum(['start', 'center', 'end']), 'center')
      .apply(describe, 'Position of the text. On a circle it is relative to the top, or to the bottom with `reverse`'),
    side: z
      ._default(z.enum(['above', 'middle', 'below']), 'above')
      .apply(describe, 'Position of the text relative to the path'),
    fontFamily: z
      ._default(z.union([family, z.array(family).check(z.minLength(1), z.maxLength(10))]), 'Inter')
      .apply(describe, 'Font family, or several. Each one provides the characters that the previous ones lack'),
    fontSize: z._default(z.number().check(z.minimum(0.5), z.maximum(5000)), 32).apply(describe, 'Font size in pixels'),
    minFontSize: z
      ._default(z.number().check(z.minimum(0.5), z.maximum(5000)), 8)
      .apply(describe, 'Minimum font size when shrinking. Text that does not fit at this size is cut off'),
    fontWeight: z
      ._default(z.number().check(z.minimum(1), z.maximum(1000)), 400)
      .apply(describe, 'Font weight, 100 (thin) to 900 (black)'),
    fontStyle: z._default(z.enum(['normal', 'italic']), 'normal').apply(describe, 'Upright or italic'),
    fill: z._default(paintSchema, '#000000').apply(describe, 'Colour, gradient or picture of the text'),
    stroke: z
      .optional(
        z.strictObject({
          color: z._default(paintSchema, '#000000').apply(describe, 'Colour, gradient or picture of the outline'),
          width: z.number().check(z.minimum(0), z.maximum(1000)).apply(describe, 'Width in pixels'),
        }),
      )
      .apply(describe, 'Outline, drawn under the fill with `width` on each side'),
    letterSpacing: z
      ._default(z.number().check(z.minimum(-1), z.maximum(10)), 0)
      .apply(describe, 'Letter spacing in em'),
    direction: z
      ._default(z.enum(['auto', 'ltr', 'rtl']), 'auto')
      .apply(describe, '`auto` uses the direction of the first strong character'),
    language: z
      .optional(
        z
          .string()
          .check(
            z.regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/, 'is not a language such as "de" or "zh-Hant"'),
          ),
      )
      .apply(describe, 'BCP 47 tag such as `de` or `ja`'),
  },
  create: (properties) => {
    const { fill, stroke, fontSize } = properties
    // Letters are on the path, most often outside of the box.
    const outsetPx = fontSize + (stroke?.width ?? 0)
    return {
      paints: new Map(requestPaints(properties, [fill, stroke?.color], outsetPx)),
      measure: (typesetter, pictures) => paths().measurePathText({ ...properties, pictures, outsetPx }, typesetter),
    }
  },
})
