import { z } from 'zod'
import { describe } from './describe.ts'

const locale = z
  .string()
  .min(2)
  .refine(isLocale, 'is not a locale such as "en-GB"')
  .default('en')
  .apply(describe, 'Locale of the format, such as `de` or `en-GB`')
const digits = z.int().min(0).max(20).optional()

function leastAndMost({
  minimumDigits = 0,
  maximumDigits = 20,
}: {
  minimumDigits?: number | undefined
  maximumDigits?: number | undefined
}): boolean {
  return minimumDigits <= maximumDigits
}
const tooFew = { path: ['maximumDigits'], message: 'must not be less than minimumDigits' }

/** How a bound value becomes text. */
export const formatSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('number').apply(describe, 'Kind of the format'),
      locale,
      style: z.enum(['decimal', 'percent']).default('decimal').apply(describe, '`percent` shows 0.5 as 50%'),
      minimumDigits: digits.apply(describe, 'Minimum digits after the decimal point'),
      maximumDigits: digits.apply(describe, 'Maximum digits after the decimal point'),
      grouping: z.boolean().default(true).apply(describe, 'Shows thousands separators'),
    })
    .refine(leastAndMost, tooFew),
  z
    .strictObject({
      type: z.literal('currency').apply(describe, 'Kind of the format'),
      locale,
      currency: z
        .string()
        .regex(/^[A-Za-z]{3}$/, 'is not a currency code such as "EUR"')
        .apply(describe, 'Currency code, such as EUR'),
      minimumDigits: digits.apply(describe, 'Minimum digits after the decimal point'),
      maximumDigits: digits.apply(describe, 'Maximum digits after the decimal point'),
    })
    .refine(leastAndMost, tooFew),
  z.strictObject({
    type: z.literal('date').apply(describe, 'Kind of the format'),
    locale,
    timeZone: z
      .string()
      .refine(isTimeZone, 'is not a time zone such as "Europe/Berlin"')
      .default('UTC')
      .apply(describe, 'Time zone, such as `Europe/Berlin`. A date without a time is the same in every time zone'),
    dateStyle: z
      .enum(['full', 'long', 'medium', 'short', 'none'])
      .default('medium')
      .apply(describe, 'Length of the date'),
    timeStyle: z
      .enum(['full', 'long', 'medium', 'short', 'none'])
      .default('none')
      .apply(describe, 'Length of the time'),
  }),
  z.strictObject({
    type: z.literal('case').apply(describe, 'Kind of the format'),
    locale,
    to: z.enum(['upper', 'lower', 'title', 'sentence']).apply(describe, 'Changes to upper or lower case'),
  }),
  z.strictObject({
    type: z.literal('join').apply(describe, 'Kind of the format'),
    separator: z.string().max(100).default(', ').apply(describe, 'Separator between the items of a list'),
    last: z.string().optional().apply(describe, 'Separator before the last item, such as `" and "`'),
  }),
])

export type Format = z.output<typeof formatSchema>

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
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
