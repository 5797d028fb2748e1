import { z } from 'zod'

const locale = z
  .string()
  .min(2)
  .refine(isLocale, 'is not a locale such as "en-GB"')
  .default('en')
  .describe('Language and country by which it is written, such as `de` or `en-GB`')
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
      type: z.literal('number').describe('What the value is written as'),
      locale,
      style: z.enum(['decimal', 'percent']).default('decimal').describe('`percent` shows 0.5 as 50 %'),
      minimumDigits: digits.describe('Least digits behind the decimal point'),
      maximumDigits: digits.describe('Most digits behind the decimal point'),
      grouping: z.boolean().default(true).describe('Separates thousands'),
    })
    .refine(leastAndMost, tooFew),
  z
    .strictObject({
      type: z.literal('currency').describe('What the value is written as'),
      locale,
      currency: z
        .string()
        .regex(/^[A-Za-z]{3}$/, 'is not a currency code such as "EUR"')
        .describe('Its code, such as EUR'),
      minimumDigits: digits.describe('Least digits behind the decimal point'),
      maximumDigits: digits.describe('Most digits behind the decimal point'),
    })
    .refine(leastAndMost, tooFew),
  z.strictObject({
    type: z.literal('date').describe('What the value is written as'),
    locale,
    timeZone: z
      .string()
      .refine(isTimeZone, 'is not a time zone such as "Europe/Berlin"')
      .default('UTC')
      .describe('Such as `Europe/Berlin`; a day without a time is the same day everywhere'),
    dateStyle: z
      .enum(['full', 'long', 'medium', 'short', 'none'])
      .default('medium')
      .describe('How long the day is written'),
    timeStyle: z
      .enum(['full', 'long', 'medium', 'short', 'none'])
      .default('none')
      .describe('How long the time is written'),
  }),
  z.strictObject({
    type: z.literal('case').describe('What the value is written as'),
    locale,
    to: z.enum(['upper', 'lower', 'title', 'sentence']).describe('Which letters become large or small'),
  }),
  z.strictObject({
    type: z.literal('join').describe('What the value is written as'),
    separator: z.string().max(100).default(', ').describe('Between the parts of a list'),
    last: z.string().optional().describe('Before the last part, such as `" and "`'),
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
