import { z } from 'zod'
import { colorSchema } from '#renderer/properties/color.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { describe } from '#renderer/values/describe.ts'

const family = z.string().min(1).max(200)
const fontSize = z.number().min(0.5).max(5000)

/** The properties of text. */
export const textShape = {
  text: z.string().max(1_000_000).default('').apply(describe, 'The text'),
  markup: z
    .boolean()
    .default(true)
    .apply(describe, 'Read `**bold**`, `*italic*` and `[words](color=#f00 size=1.2)` in the text'),
  fontFamily: z
    .union([family, z.array(family).min(1).max(10)])
    .default('Inter')
    .apply(describe, 'Font family, or several. Each one provides the characters that the previous ones lack'),
  fontSize: fontSize.default(32).apply(describe, 'Font size in pixels'),
  fontWeight: z.number().min(1).max(1000).default(400).apply(describe, 'Font weight, 100 (thin) to 900 (black)'),
  fontStyle: z.enum(['normal', 'italic']).default('normal').apply(describe, 'Upright or italic'),
  fontVariations: z
    .record(z.string().regex(/^[\x20-\x7e]{4}$/), z.number().min(-32_768).max(32_767))
    .default({})
    .apply(
      describe,
      'Axes of a variable font by tag, such as `{ "opsz": 32 }`; `wght` and `ital` follow the weight and style',
    ),
  fill: paintSchema.default('#000000').apply(describe, 'Colour or gradient of the text'),
  stroke: strokeSchema
    .omit({ position: true })
    .optional()
    .apply(
      describe,
      'Outline, drawn under the fill so that letters keep their shape. `position` has no effect on text',
    ),
  highlight: colorSchema.optional().apply(describe, 'Highlight behind the text'),
  decoration: z
    .enum(['none', 'underline', 'line-through'])
    .default('none')
    .apply(describe, 'Line under or through the text'),
  fit: z
    .enum(['overflow', 'shrink', 'truncate', 'grow'])
    .default('shrink')
    .apply(describe, 'Behaviour if the text does not fit: overflow, shrink, truncate, or make the layer taller'),
  minFontSize: fontSize
    .default(8)
    .apply(describe, 'Bounds of the font size for `fit: "shrink"`. Text that does not fit at the minimum is cut off'),
  maxFontSize: fontSize.optional().apply(describe, 'For `fit: "shrink"`; default: `fontSize`'),
  maxLines: z.int().min(1).max(10_000).optional().apply(describe, 'Maximum number of lines; further lines are cut off'),
  ellipsis: z.string().max(10).default('…').apply(describe, 'Text shown at the end of truncated text'),
  wrap: z.enum(['word', 'anywhere', 'none']).default('word').apply(describe, 'Places where lines may break'),
  hyphenate: z
    .boolean()
    .default(false)
    .apply(describe, 'Hyphenates words by the rules of `language`. Soft hyphens always work'),
  balance: z.boolean().default(false).apply(describe, 'Balances the lengths of the lines'),
  align: z
    .enum(['left', 'center', 'right', 'justify', 'start', 'end'])
    .default('start')
    .apply(describe, 'Alignment of the lines. `start` is the side where reading begins'),
  verticalAlign: z
    .enum(['top', 'middle', 'bottom'])
    .default('top')
    .apply(describe, 'Vertical position of the text in a taller box'),
  lineHeight: z.number().min(0.1).max(10).default(1.2).apply(describe, 'Multiple of the font size'),
  letterSpacing: z
    .number()
    .min(-1)
    .max(10)
    .default(0)
    .apply(describe, 'Letter spacing in em: 0.05 adds a twentieth of the font size after every letter'),
  wordSpacing: z.number().min(-1).max(10).default(0).apply(describe, 'Extra space between words, in em'),
  direction: z
    .enum(['auto', 'ltr', 'rtl'])
    .default('auto')
    .apply(describe, '`auto`: the direction of the first strong character'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/, 'is not a language such as "de" or "zh-Hant"')
    .optional()
    .apply(
      describe,
      'BCP 47 tag such as `de`, `ja`, `ko`, `zh-Hans`, `zh-Hant` or `ur`. Selects the forms of letters and the hyphenation',
    ),
}

/** What a text layer says, with its values. */
export interface TextProperties extends z.output<z.ZodObject<typeof textShape>> {
  readonly width: number
  readonly height: number
}
