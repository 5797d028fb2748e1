import { z } from 'zod'

const locale = z.string().min(2).refine(isLocale, 'is not a locale such as "en-GB"').default('en')
const digits = z.int().min(0).max(20).optional()

/** How a bound value becomes text. */
export const formatSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('number'),
    locale,
    style: z.enum(['decimal', 'percent']).default('decimal'),
    minimumDigits: digits,
    maximumDigits: digits,
    grouping: z.boolean().default(true),
  }),
  z.strictObject({
    type: z.literal('currency'),
    locale,
    currency: z.string().regex(/^[A-Za-z]{3}$/, 'is not a currency code such as "EUR"'),
    minimumDigits: digits,
    maximumDigits: digits,
  }),
  z.strictObject({
    type: z.literal('date'),
    locale,
    timeZone: z.string().refine(isTimeZone, 'is not a time zone such as "Europe/Berlin"').default('UTC'),
    dateStyle: z.enum(['full', 'long', 'medium', 'short', 'none']).default('medium'),
    timeStyle: z.enum(['full', 'long', 'medium', 'short', 'none']).default('none'),
  }),
  z.strictObject({ type: z.literal('case'), locale, to: z.enum(['upper', 'lower', 'title', 'sentence']) }),
  z.strictObject({
    type: z.literal('join'),
    separator: z.string().max(100).default(', '),
    last: z.string().optional(),
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
