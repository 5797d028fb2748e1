import { z } from 'zod'
import { colorSchema } from '#renderer/properties/color.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'

const family = z.string().min(1).max(200)
const fontSize = z.number().min(0.5).max(5000)

/** The properties of text. */
export const textShape = {
  text: z.string().max(1_000_000).default('').describe('The text'),
  markup: z
    .boolean()
    .default(true)
    .describe('Read `**bold**`, `*italic*` and `[words](color=#f00 size=1.2)` in the text'),
  fontFamily: z
    .union([family, z.array(family).min(1).max(10)])
    .default('Inter')
    .describe('The font family, or several; each provides the characters that the ones before it lack'),
  fontSize: fontSize.default(32).describe('In pixels'),
  fontWeight: z.number().min(1).max(1000).default(400).describe('100 (thin) to 900 (black)'),
  fontStyle: z.enum(['normal', 'italic']).default('normal').describe('Upright or italic'),
  fontVariations: z
    .record(z.string().regex(/^[\x20-\x7e]{4}$/), z.number().min(-32_768).max(32_767))
    .default({})
    .describe(
      'Axes of a variable font by tag, such as `{ "opsz": 32 }`; `wght` and `ital` follow the weight and style',
    ),
  fill: paintSchema.default('#000000').describe('Colour or gradient of the text'),
  stroke: strokeSchema
    .omit({ position: true })
    .optional()
    .describe('Drawn under the fill, so that letters keep their shape; `position` has no meaning for text'),
  highlight: colorSchema.optional().describe('Behind the text'),
  decoration: z
    .enum(['none', 'underline', 'line-through'])
    .default('none')
    .describe('A line under or through the text'),
  fit: z
    .enum(['overflow', 'shrink', 'truncate', 'grow'])
    .default('shrink')
    .describe('What happens when the text does not fit: nothing, smaller letters, a cut, or a higher layer'),
  minFontSize: fontSize
    .default(8)
    .describe('For `fit: "shrink"`: the bounds of the font size. Text that does not fit at the smallest is truncated'),
  maxFontSize: fontSize.optional().describe('For `fit: "shrink"`; default: `fontSize`'),
  maxLines: z.int().min(1).max(10_000).optional().describe('Further lines are left out'),
  ellipsis: z.string().max(10).default('…').describe('Text at the place where the text was cut'),
  wrap: z.enum(['word', 'anywhere', 'none']).default('word').describe('Where lines may break'),
  hyphenate: z
    .boolean()
    .default(false)
    .describe('Breaks words with hyphens where `language` says that it may be done; soft hyphens always work'),
  balance: z.boolean().default(false).describe('Lines of about equal length'),
  align: z
    .enum(['left', 'center', 'right', 'justify', 'start', 'end'])
    .default('start')
    .describe('Of the lines; `start` is where reading begins'),
  verticalAlign: z
    .enum(['top', 'middle', 'bottom'])
    .default('top')
    .describe('Vertical position of the text in a higher box'),
  lineHeight: z.number().min(0.1).max(10).default(1.2).describe('Multiple of the font size'),
  letterSpacing: z
    .number()
    .min(-1)
    .max(10)
    .default(0)
    .describe('In em: 0.05 adds a twentieth of the font size after every letter'),
  wordSpacing: z.number().min(-1).max(10).default(0).describe('In em'),
  direction: z
    .enum(['auto', 'ltr', 'rtl'])
    .default('auto')
    .describe('`auto`: the direction of the first strong character'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/, 'is not a language such as "de" or "zh-Hant"')
    .optional()
    .describe(
      'BCP 47 tag such as `de`, `ja`, `ko`, `zh-Hans`, `zh-Hant` or `ur`: decides between forms of letters, and hyphenation',
    ),
}

/** What a text layer says, with its values. */
export interface TextProperties extends z.output<z.ZodObject<typeof textShape>> {
  readonly width: number
  readonly height: number
}
