import { z } from 'zod/mini'
import { MAX_FEATURES } from '#renderer/font-files/font-features.ts'
import { colorSchema } from '#renderer/properties/color.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'
import { writtenText } from '#renderer/properties/written-text.ts'
import { describe } from '#renderer/values/describe.ts'

const family = z.string().check(z.minLength(1), z.maxLength(200))
const fontSize = z.number().check(z.minimum(0.5), z.maximum(5000))

/** The properties of text. */
export const textShape = {
  text: z
    ._default(writtenText(1_000_000), '')
    .apply(
      describe,
      'The text. `{{Name}}` is replaced by a value or the result of an expression; `\\{{` is shown as `{{`',
    ),
  markup: z
    ._default(z.boolean(), true)
    .apply(
      describe,
      'Read `**bold**`, `*italic*` and `[words](color=#f00 underline link=https://example.com)` in the text',
    ),
  fontFamily: z
    ._default(z.union([family, z.array(family).check(z.minLength(1), z.maxLength(10))]), 'Inter')
    .apply(describe, 'Font family, or several. Each one provides the characters that the previous ones lack'),
  fontSize: z._default(fontSize, 32).apply(describe, 'Font size in pixels'),
  fontWeight: z
    ._default(z.number().check(z.minimum(1), z.maximum(1000)), 400)
    .apply(describe, 'Font weight, 100 (thin) to 900 (black)'),
  fontStyle: z._default(z.enum(['normal', 'italic']), 'normal').apply(describe, 'Upright or italic'),
  fontVariations: z
    ._default(
      z.record(z.string().check(z.regex(/^[\x20-\x7e]{4}$/)), z.number().check(z.minimum(-32_768), z.maximum(32_767))),
      {},
    )
    .apply(
      describe,
      'Axes of a variable font by tag, such as `{ "opsz": 32 }`; `wght` and `ital` follow the weight and style',
    ),
  fontFeatures: z
    ._default(
      z
        .record(z.string().check(z.regex(/^[\x21-\x7e]{4}$/)), z.boolean())
        .check(
          z.refine((features) => Object.keys(features).length <= MAX_FEATURES, `must have at most ${MAX_FEATURES}`),
        ),
      {},
    )
    .apply(describe, 'OpenType features by tag: `{ "tnum": true, "liga": false }`'),
  fill: z._default(paintSchema, '#000000').apply(describe, 'Colour, gradient or picture of the text'),
  stroke: z
    .optional(z.omit(strokeSchema, { position: true, cap: true, join: true }))
    .apply(
      describe,
      'Outline, drawn under the fill so that letters keep their shape. `position` has no effect on text',
    ),
  highlight: z.optional(colorSchema).apply(describe, 'Highlight behind the text'),
  decoration: z
    ._default(z.enum(['none', 'underline', 'line-through']), 'none')
    .apply(describe, 'Line under or through the text'),
  fit: z
    ._default(z.enum(['overflow', 'shrink', 'truncate', 'grow']), 'shrink')
    .apply(describe, 'Behaviour if the text does not fit: overflow, shrink, truncate, or make the layer taller'),
  minFontSize: z
    ._default(fontSize, 8)
    .apply(describe, 'Bounds of the font size for `fit: "shrink"`. Text that does not fit at the minimum is cut off'),
  maxFontSize: z.optional(fontSize).apply(describe, 'For `fit: "shrink"`; default: `fontSize`'),
  maxLines: z
    .optional(z.int().check(z.minimum(1), z.maximum(10_000)))
    .apply(describe, 'Maximum number of lines; further lines are cut off'),
  ellipsis: z
    ._default(z.string().check(z.maxLength(10)), '…')
    .apply(describe, 'Text shown at the end of truncated text'),
  wrap: z._default(z.enum(['word', 'anywhere', 'none']), 'word').apply(describe, 'Places where lines may break'),
  hyphenate: z
    ._default(z.boolean(), false)
    .apply(describe, 'Hyphenates words by the rules of `language`. Soft hyphens always work'),
  balance: z._default(z.boolean(), false).apply(describe, 'Balances the lengths of the lines'),
  align: z
    ._default(z.enum(['left', 'center', 'right', 'justify', 'start', 'end']), 'start')
    .apply(describe, 'Alignment of the lines. `start` is the side where reading begins'),
  verticalAlign: z
    ._default(z.enum(['top', 'middle', 'bottom']), 'top')
    .apply(describe, 'Vertical position of the text in a taller box'),
  lineHeight: z
    ._default(z.number().check(z.minimum(0.1), z.maximum(10)), 1.2)
    .apply(describe, 'Multiple of the font size'),
  letterSpacing: z
    ._default(z.number().check(z.minimum(-1), z.maximum(10)), 0)
    .apply(describe, 'Letter spacing in em: 0.05 adds a twentieth of the font size after every letter'),
  wordSpacing: z
    ._default(z.number().check(z.minimum(-1), z.maximum(10)), 0)
    .apply(describe, 'Extra space between words, in em'),
  direction: z
    ._default(z.enum(['auto', 'ltr', 'rtl']), 'auto')
    .apply(describe, '`auto`: the direction of the first strong character'),
  language: z
    .optional(
      z
        .string()
        .check(z.regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/, 'is not a language such as "de" or "zh-Hant"')),
    )
    .apply(
      describe,
      'BCP 47 tag such as `de`, `ja`, `ko`, `zh-Hans`, `zh-Hant` or `ur`. Selects the forms of letters and the hyphenation',
    ),
}

/** What a text layer says, with its values. */
export interface TextProperties extends z.output<z.ZodMiniObject<typeof textShape>> {
  readonly width: number
  readonly height: number
  /** The box is higher than any text: pictures fill the lines in it. */
  readonly isEndless?: true
}
