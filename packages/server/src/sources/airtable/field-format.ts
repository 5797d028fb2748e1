import { durationForms, type FieldFormat } from '@pictable/model/field-format'
import { dateFormat } from '#sources/hosted/date-form.ts'
import { currencyFormat, decimalFormat, percentFormat, withDecimals } from '#sources/hosted/display-format.ts'
import { type FieldType, valueTypeOf } from './field-kinds.ts'

type Options = NonNullable<FieldType['options']>

const datePatterns = new Map([
  ['us', 'M/d/yyyy'],
  ['european', 'd/M/yyyy'],
  ['iso', 'yyyy-MM-dd'],
])
const timePatterns = new Map([
  ['12hour', 'h:mmaaa'],
  ['24hour', 'HH:mm'],
])

/** The other forms, `friendly` and `local`, are in the language of the reader: for pictures, that of the template. */
const dateOf = ({ dateFormat }: Options) => ({
  date: datePatterns.get(dateFormat?.name ?? ''),
  style: dateFormat?.name === 'friendly' ? ('long' as const) : ('medium' as const),
})

/** Airtable shows times in the zone of the reader when it says `client`. */
const zoneOf = ({ timeZone }: Options) => (timeZone === 'client' || timeZone === 'utc' ? undefined : timeZone)

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
  date: (options) => (options.dateFormat?.name === 'iso' ? null : dateFormat({ ...dateOf(options), time: null })),
  dateTime: (options) => {
    const time = timePatterns.get(options.timeFormat?.name ?? '')
    return dateFormat({ ...dateOf(options), time, timeZone: zoneOf(options) })
  },
}

/** How Airtable shows the values of a field; null for those that it shows as it gives them. */
export function readFieldFormat(field: FieldType): FieldFormat | null {
  // A lookup may give several values, as one text.
  if (/lookup/i.test(field.type)) return null
  const { type, options } = valueTypeOf(field)
  const format = Object.hasOwn(formats, type) ? formats[type] : undefined
  return format?.(options ?? {}) ?? null
}
