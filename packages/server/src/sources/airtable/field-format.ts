import { durationForms, type FieldFormat } from '@pictable/model/field-format'
import { currencyOf } from '#sources/hosted/currency.ts'
import { type FieldType, valueTypeOf } from './field-kinds.ts'

type Options = NonNullable<FieldType['options']>

const digits = (precision: number | undefined) =>
  precision === undefined ? {} : { minimumDigits: precision, maximumDigits: precision }

/** `local` and `us` are short dates in the locale of the template; `iso` is how values are given. */
const dateStyles: Readonly<Record<string, 'short' | 'long'>> = {
  local: 'short',
  us: 'short',
  european: 'short',
  friendly: 'long',
}

const dateOf = (options: Options) => dateStyles[options.dateFormat?.name ?? ''] ?? null

/** Airtable shows times in the zone of who looks at them when it says `client`. */
const zoneOf = ({ timeZone = 'utc' }: Options) => (timeZone === 'utc' || timeZone === 'client' ? {} : { timeZone })

const formats: Readonly<Record<string, (options: Options) => FieldFormat | null>> = {
  number: ({ precision }) => (precision ? { type: 'number', grouping: false, ...digits(precision) } : null),
  percent: ({ precision }) => ({ type: 'number', style: 'percent', ...digits(precision) }),
  currency: ({ symbol = '', precision }) => {
    const currency = currencyOf(symbol)
    return currency === null
      ? { type: 'number', ...digits(precision) }
      : { type: 'currency', currency, ...digits(precision) }
  },
  duration: ({ durationFormat }) => {
    const form = durationForms.find((each) => each === durationFormat)
    return form === undefined ? null : { type: 'duration', form }
  },
  date: (options) => {
    const dateStyle = dateOf(options)
    return dateStyle && { type: 'date', dateStyle }
  },
  dateTime: (options) => ({
    type: 'date',
    dateStyle: dateOf(options) ?? 'short',
    timeStyle: 'short',
    ...zoneOf(options),
  }),
}

/** How Airtable shows the values of a field; null for those that it shows as it gives them. */
export function formatOf(field: FieldType): FieldFormat | null {
  // A lookup may give several values, as one text.
  if (/lookup/i.test(field.type)) return null
  const { type, options } = valueTypeOf(field)
  const format = Object.hasOwn(formats, type) ? formats[type] : undefined
  return format?.(options ?? {}) ?? null
}
