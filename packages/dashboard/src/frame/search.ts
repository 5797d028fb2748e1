import * as v from 'valibot'

/** Of the search of a URL: what does not fit is as if it were not there. */
export const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

export const text = maybe(v.string())

/** Something that is on; what is off is not in the URL. */
export const flag = maybe(v.literal(true))

export const oneOf = <const Value extends string>(values: readonly Value[]) => maybe(v.picklist(values))

export const whole = (least: number) => maybe(v.pipe(v.number(), v.integer(), v.minValue(least)))

/** Of a one-time link; without one its page says what is missing. */
export const token = v.optional(v.fallback(v.string(), ''), '')
