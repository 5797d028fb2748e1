import { z } from 'zod'

const digits = z.int().min(0).max(20).exactOptional()
const style = z.enum(['full', 'long', 'medium', 'short', 'none']).exactOptional()

/** Parts of a duration that are shown, as tables name them. */
export const durationForms = ['h:mm', 'h:mm:ss', 'h:mm:ss.S', 'h:mm:ss.SS', 'h:mm:ss.SSS'] as const

/** How a table shows the values of a field: the `format` of a bound text, in the locale of the template. */
export const fieldFormat = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('number'),
      style: z.enum(['decimal', 'percent', 'percent_sign']).exactOptional(),
      minimumDigits: digits,
      maximumDigits: digits,
      grouping: z.boolean().exactOptional(),
    }),
    z.strictObject({
      type: z.literal('currency'),
      currency: z.string().regex(/^[A-Z]{3}$/, 'is not a currency code, such as EUR'),
      minimumDigits: digits,
      maximumDigits: digits,
    }),
    z.strictObject({
      type: z.literal('date'),
      dateStyle: style,
      timeStyle: style,
      /** In place of both styles. */
      pattern: z.string().max(50).exactOptional(),
      timeZone: z.string().exactOptional(),
    }),
    z.strictObject({ type: z.literal('duration'), form: z.enum(durationForms) }),
  ])
  .meta({
    id: 'FieldFormat',
    description:
      'How a table shows the values of a field, written like the `format` of a binding. The template provides the locale',
  })

export type FieldFormat = z.output<typeof fieldFormat>
