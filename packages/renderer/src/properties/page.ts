import { describe } from '#renderer/values/describe.ts'
import { paintSchema } from './paint.ts'

/** The properties of the page that may be bound. */
export const pageShape = {
  background: paintSchema.default('#ffffff').apply(describe, 'Colour or gradient behind all layers'),
}
