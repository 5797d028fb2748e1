import { durationForms, type FieldFormat } from '@pictable/model/field-format'
import { currencyFormat, decimalFormat, inZone, percentFormat, withDecimals } from '#sources/hosted/display-format.ts'
import { type FieldType, valueTypeOf } from './field-kinds.ts'

type Options = NonNullable<FieldType['options']>

/** Days first or months first, the locale of the template decides: short forms would be read the wrong way round. */
const dateStyleOf = ({ dateFormat }: Options) => (dateFormat?.name === 'friendly' ? 'long' : 'medium')

/** Airtable shows times in the zone of the reader when it says `client`. */
const zoneOf = ({ timeZone }: Options) => inZone(timeZone === 'client' || timeZone === 'utc' ? undefined : timeZone)

const formats: Readonly<Record<string, (options: Options) => FieldFormat | null>> = {
  number: ({ precision }) => decimalFormat(precision),
  percent: ({ precision }) => percentFormat(precision),
  currency: ({ symbol = '', precision }) =>
    currencyFormat(symbol, precision) ?? { type: 'number', ...withDecimals(precision) },
  duration: ({ durationFormat }) => {
    const form = durationForms.find((each) => each === durationFormat)
    return form === undefined ? null : { type: 'duration', form }
  },
  // An ISO date is shown as it is given.
  date: (options) => (options.dateFormat?.name === 'iso' ? null : { type: 'date', dateStyle: dateStyleOf(options) }),
  dateTime: (options) => ({ type: 'date', dateStyle: dateStyleOf(options), timeStyle: 'short', ...zoneOf(options) }),
}

/** How Airtable shows the values of a field; null for those that it shows as it gives them. */
export function readFieldFormat(field: FieldType): FieldFormat | null {
  // A lookup may give several values, as one text.
  if (/lookup/i.test(field.type)) return null
  const { type, options } = valueTypeOf(field)
  const format = Object.hasOwn(formats, type) ? formats[type] : undefined
  return format?.(options ?? {}) ?? null
}
