import { z } from 'zod/mini'
import { isDatePattern } from './date-pattern.ts'
import { describe, withMeta } from './describe.ts'
import { formatDefaults } from './format-defaults.ts'
import { localesOf } from './locales.ts'

/** How a language and a region write numbers and dates. */
export const localeSchema = z._default(
  z.string().check(z.minLength(2), z.refine(isLocale, 'is not a locale such as "en-GB"')),
  'en',
)
const locale = localeSchema.apply(describe, 'Locale of the format, such as `de` or `en-GB`')
const digits = z.optional(z.int().check(z.minimum(0), z.maximum(20)))

function leastAndMost({
  minimumDigits = 0,
  maximumDigits = 20,
}: {
  minimumDigits?: number | undefined
  maximumDigits?: number | undefined
}): boolean {
  return minimumDigits <= maximumDigits
}
/** Parts of a duration that are shown, as tables name them. */
export const DURATION_FORMS = ['h:mm', 'h:mm:ss', 'h:mm:ss.S', 'h:mm:ss.SS', 'h:mm:ss.SSS'] as const

const dateLengths = ['full', 'long', 'medium', 'short', 'none'] as const

const tooFew = { path: ['maximumDigits'], message: 'must not be less than the minimum' }

/** How a bound value becomes text. */
export const formatSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('number').apply(describe, 'Kind of the format'),
      locale,
      style: z
        ._default(z.enum(['decimal', 'percent', 'percent_sign', 'compact']), formatDefaults.number.style)
        .apply(describe, '`percent` shows 0.5 as 50%, `percent_sign` shows 50 as 50%, `compact` shows 1300000 as 1.3M'),
      minimumDigits: digits.apply(describe, 'Minimum digits after the decimal point'),
      maximumDigits: digits.apply(describe, 'Maximum digits after the decimal point'),
      grouping: z._default(z.boolean(), formatDefaults.number.grouping).apply(describe, 'Shows thousands separators'),
    })
    .check(z.refine(leastAndMost, tooFew)),
  z
    .strictObject({
      type: z.literal('currency').apply(describe, 'Kind of the format'),
      locale,
      currency: z
        .string()
        .check(z.regex(/^[A-Za-z]{3}$/, 'is not a currency code such as "EUR"'))
        .apply(withMeta, { description: 'Currency code, such as EUR', examples: ['EUR'] }),
      minimumDigits: digits.apply(
        describe,
        'Minimum digits after the decimal point. 0 leaves them out for whole amounts only: €48, €16.50',
      ),
      maximumDigits: digits.apply(describe, 'Maximum digits after the decimal point'),
    })
    .check(z.refine(leastAndMost, tooFew)),
  z.strictObject({
    type: z.literal('date').apply(describe, 'Kind of the format'),
    locale,
    timeZone: z
      ._default(
        z.string().check(z.refine(isTimeZone, 'is not a time zone such as "Europe/Berlin"')),
        formatDefaults.date.timeZone,
      )
      .apply(describe, 'Time zone, such as `Europe/Berlin`. A date without a time is the same in every time zone'),
    dateStyle: z._default(z.enum(dateLengths), formatDefaults.date.dateStyle).apply(describe, 'Length of the date'),
    timeStyle: z._default(z.enum(dateLengths), formatDefaults.date.timeStyle).apply(describe, 'Length of the time'),
    pattern: z
      .optional(
        z
          .string()
          .check(z.refine(isDatePattern, 'is not a pattern such as "dd/MM/yyyy HH:mm": M is the month, m the minute')),
      )
      .apply(
        describe,
        'Pattern in place of both lengths, such as `dd/MM/yyyy HH:mm`. Its letters are those of Unicode: `y` year, `M` month (`MMM` Jan, `MMMM` January), `d` day, `EEE` weekday, `H` hour (`h` with `a` for AM and PM), `m` minute, `s` second. Other letters are in single quotes. It has at most 50 characters, none of them `"`, `\\`, `{`, `}` or `|`',
      ),
  }),
  z.strictObject({
    type: z.literal('duration').apply(describe, 'Kind of the format'),
    locale,
    form: z
      ._default(z.enum(DURATION_FORMS), 'h:mm')
      .apply(describe, 'Parts to show. The value is in seconds: 5400 is 1:30'),
  }),
  z.strictObject({
    type: z.literal('case').apply(describe, 'Kind of the format'),
    locale,
    to: z.enum(['upper', 'lower', 'title', 'sentence']).apply(describe, 'Changes to upper or lower case'),
  }),
  z.strictObject({
    type: z.literal('join').apply(describe, 'Kind of the format'),
    separator: z
      ._default(z.string().check(z.maxLength(100)), ', ')
      .apply(describe, 'Separator between the items of a list'),
    last: z.optional(z.string()).apply(describe, 'Separator before the last item, such as `" and "`'),
  }),
])

export type Format = z.output<typeof formatSchema>

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(localesOf(tag)).length > 0
  } catch {
    return false
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
