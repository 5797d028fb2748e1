import { z } from 'zod/mini'
import { describe } from '#renderer/values/describe.ts'
import { localeSchema } from '#renderer/values/format.ts'
import { paintSchema } from './paint.ts'

/** The properties of the page that may be bound. */
export const pageShape = {
  background: z._default(paintSchema, '#ffffff').apply(describe, 'Colour, gradient or picture behind all layers'),
  locale: localeSchema.apply(describe, 'Locale of the numbers and dates in expressions, such as `de` or `en-GB`'),
}
