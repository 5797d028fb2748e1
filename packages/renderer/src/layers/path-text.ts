import { z } from 'zod'
import { lazily } from '#renderer/async/pending.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { colorSchema } from '#renderer/properties/color.ts'
import { pathSchema } from '#renderer/shapes/path-schema.ts'

const family = z.string().min(1).max(200)

const paths = lazily(() => import('#renderer/path-text/measure-path-text.ts'))

/** One line of text along a circle, an arc or any path; it shrinks when the path is too short for it. */
export const pathText = defineLayer({
  type: 'path-text',
  properties: {
    text: z.string().max(2000).default('').describe('What is written'),
    markup: z
      .boolean()
      .default(true)
      .describe('Read `**bold**`, `*italic*` and `[words](color=#f00 size=1.2)` in the text'),
    shape: z
      .enum(['circle', 'arc', 'path'])
      .default('circle')
      .describe(
        '`circle`: around the ellipse of the box; `arc`: from its left to its right side, as high as the box; `path`: along `path`',
      ),
    path: pathSchema('M0 50 Q100 0 200 50')
      .optional()
      .describe('For `shape: "path"`: the `d` of an SVG path in pixels of the box, without arcs'),
    reverse: z.boolean().default(false).describe('Goes round a circle the other way, below it; an arc hangs through'),
    startAt: z
      .number()
      .min(-1)
      .max(1)
      .default(0)
      .describe('Moves the text by a part of the path: 0.25 is a quarter of a circle'),
    align: z
      .enum(['start', 'center', 'end'])
      .default('center')
      .describe('On a circle: relative to its top, or to its bottom when `reverse`'),
    side: z.enum(['above', 'middle', 'below']).default('above').describe('Position of the text relative to the path'),
    fontFamily: z
      .union([family, z.array(family).min(1).max(10)])
      .default('Inter')
      .describe('The font family, or several; each provides the characters that the ones before it lack'),
    fontSize: z.number().min(0.5).max(5000).default(32).describe('In pixels'),
    minFontSize: z
      .number()
      .min(0.5)
      .max(5000)
      .default(8)
      .describe('The smallest size to which it shrinks; what then does not fit is cut'),
    fontWeight: z.number().min(1).max(1000).default(400).describe('100 (thin) to 900 (black)'),
    fontStyle: z.enum(['normal', 'italic']).default('normal').describe('Upright or italic'),
    fill: colorSchema.default('#000000').describe('Colour of the text'),
    stroke: z
      .strictObject({
        color: colorSchema.default('#000000').describe('Of the line'),
        width: z.number().min(0).max(1000).describe('In pixels'),
      })
      .optional()
      .describe('Drawn under the fill, `width` on each side'),
    letterSpacing: z.number().min(-1).max(10).default(0).describe('In em'),
    direction: z.enum(['auto', 'ltr', 'rtl']).default('auto').describe('`auto`: what the first strong letter says'),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/, 'is not a language such as "de" or "zh-Hant"')
      .optional()
      .describe('BCP 47 tag such as `de` or `ja`'),
  },
  create: (properties) => ({ measure: (typesetter) => paths().measurePathText(properties, typesetter) }),
})
