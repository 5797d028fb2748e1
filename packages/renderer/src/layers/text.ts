import { z } from 'zod'
import { measureText } from '#renderer/drawing/measure-text.ts'
import { defineLayer } from '#renderer/layer-kind.ts'
import { colorSchema } from '#renderer/properties/color.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { strokeSchema } from '#renderer/properties/stroke.ts'

const family = z.string().min(1).max(200)
const fontSize = z.number().min(0.5).max(5000)

/** Text in a box, with bold, italic and otherwise marked words. */
export const text = defineLayer({
  type: 'text',
  properties: {
    text: z.string().max(1_000_000).default(''),
    /** Read `**bold**`, `*italic*` and `[words](color=#f00 size=1.2)` in the text. */
    markup: z.boolean().default(true),
    /** The family, or several of which each stands in for characters the ones before it lack. */
    fontFamily: z.union([family, z.array(family).min(1).max(10)]).default('Inter'),
    fontSize: fontSize.default(32),
    /** 100 (thin) to 900 (black). */
    fontWeight: z.number().min(1).max(1000).default(400),
    fontStyle: z.enum(['normal', 'italic']).default('normal'),
    /** Axes of a variable font by tag, such as `{ "opsz": 32 }`; `wght` and `ital` follow the weight and style. */
    fontVariations: z.record(z.string().regex(/^[\x20-\x7e]{4}$/), z.number().min(-32_768).max(32_767)).default({}),
    fill: paintSchema.default('#000000'),
    /** Drawn under the fill, so that letters keep their shape; `position` has no meaning for text. */
    stroke: strokeSchema.omit({ position: true }).optional(),
    highlight: colorSchema.optional(),
    decoration: z.enum(['none', 'underline', 'line-through']).default('none'),
    fit: z.enum(['overflow', 'shrink', 'truncate', 'grow']).default('shrink'),
    /** For `fit: "shrink"`: the bounds of the font size. Text that does not fit at the smallest is truncated. */
    minFontSize: fontSize.default(8),
    maxFontSize: fontSize.optional(),
    maxLines: z.int().min(1).max(10_000).optional(),
    ellipsis: z.string().max(10).default('…'),
    wrap: z.enum(['word', 'anywhere', 'none']).default('word'),
    /** Breaks words with hyphens where `language` says that it may be done; soft hyphens always work. */
    hyphenate: z.boolean().default(false),
    balance: z.boolean().default(false),
    align: z.enum(['left', 'center', 'right', 'justify', 'start', 'end']).default('start'),
    verticalAlign: z.enum(['top', 'middle', 'bottom']).default('top'),
    /** Multiple of the font size. */
    lineHeight: z.number().min(0.1).max(10).default(1.2),
    /** In em: 0.05 adds a twentieth of the font size after every letter. */
    letterSpacing: z.number().min(-1).max(10).default(0),
    /** In em. */
    wordSpacing: z.number().min(-1).max(10).default(0),
    direction: z.enum(['auto', 'ltr', 'rtl']).default('auto'),
    /** BCP 47 tag such as `de`, `ja`, `ko`, `zh-Hans`, `zh-Hant` or `ur`: decides between forms of letters, and hyphenation. */
    language: z
      .string()
      .regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,8}$/, 'is not a language such as "de" or "zh-Hant"')
      .optional(),
  },
  create: (properties) => ({ measure: (typesetter) => measureText(properties, typesetter) }),
})
