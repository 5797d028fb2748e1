import { durationForms, type FieldFormat } from '@pictable/model/field-format'
import { z } from 'zod'
import { currencyOf } from '#sources/hosted/currency.ts'

const text = z.string().optional().catch(undefined)

/** What NocoDB keeps of how it shows a column. */
export const shownAs = {
  precision: z.coerce.number().int().min(0).max(20).optional().catch(undefined),
  currency_code: text,
  /** The place of a form in the list of `durationForms`. */
  duration: z.coerce.number().optional().catch(undefined),
  date_format: text,
  timezone: text,
}

interface Column {
  uidt: string
  meta: z.output<z.ZodObject<typeof shownAs>>
}

type Meta = Column['meta']

const digits = ({ precision }: Meta) =>
  precision === undefined ? {} : { minimumDigits: precision, maximumDigits: precision }

/** `2026-01-31` is how values are given; a month by its name is longer than one by its number. */
function dateStyleOf({ date_format: form = '' }: Meta): 'short' | 'medium' | 'long' | null {
  if (form === '' || /^YYYY[-/]MM/.test(form)) return null
  return form.includes('MMMM') ? 'long' : form.includes('MMM') ? 'medium' : 'short'
}

const formats: Readonly<Record<string, (meta: Meta) => FieldFormat | null>> = {
  Decimal: (meta) => (meta.precision ? { type: 'number', grouping: false, ...digits(meta) } : null),
  Currency: (meta) => {
    const currency = currencyOf(meta.currency_code ?? 'USD')
    return currency === null ? null : { type: 'currency', currency, ...digits(meta) }
  },
  Percent: (meta) => ({ type: 'number', style: 'percent', maximumDigits: meta.precision ?? 2 }),
  Duration: ({ duration = 0 }) => ({ type: 'duration', form: durationForms[duration] ?? 'h:mm' }),
  Date: (meta) => {
    const dateStyle = dateStyleOf(meta)
    return dateStyle && { type: 'date', dateStyle }
  },
  DateTime: (meta) => ({
    type: 'date',
    dateStyle: dateStyleOf(meta) ?? 'short',
    timeStyle: 'short',
    ...(meta.timezone && { timeZone: meta.timezone }),
  }),
}

/** How NocoDB shows the values of a column; null for those that it shows as it gives them. */
export function formatOf({ uidt, meta }: Column): FieldFormat | null {
  return (Object.hasOwn(formats, uidt) && formats[uidt]?.(meta)) || null
}
