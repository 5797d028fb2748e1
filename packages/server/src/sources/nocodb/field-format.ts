import { durationForms, type FieldFormat } from '@pictable/model/field-format'
import { z } from 'zod'
import { dateFormat } from '#sources/hosted/date-form.ts'
import { currencyFormat, decimalFormat } from '#sources/hosted/display-format.ts'

const text = z.string().optional().catch(undefined)
/** NocoDB keeps numbers as text too; null where nothing was chosen. */
const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().min(0).max(20))
  .optional()
  .catch(undefined)

/** What NocoDB keeps of how it shows a column. */
export const columnMetaShape = {
  precision: count,
  currency_code: text,
  /** The place of a form in the list of `durationForms`. */
  duration: count,
  date_format: text,
  time_format: text,
  is12hrFormat: z.boolean().optional().catch(undefined),
  timezone: text,
}

interface Column {
  uidt: string
  meta: z.output<z.ZodObject<typeof columnMetaShape>>
}

type Meta = Column['meta']

function timeForm({ time_format: form = 'HH:mm', is12hrFormat = false }: Meta): string {
  return is12hrFormat ? `${form.replace('HH', 'hh')} A` : form
}

const isIso = ({ date_format: form = 'YYYY-MM-DD' }: Meta) => form === 'YYYY-MM-DD'

const formats: Readonly<Record<string, (meta: Meta) => FieldFormat | null>> = {
  Decimal: ({ precision }) => decimalFormat(precision),
  Currency: ({ currency_code: code = '', precision }) => currencyFormat(code, precision),
  Percent: ({ precision = 2 }) => ({ type: 'number', style: 'percent', maximumDigits: precision }),
  Duration: ({ duration = 0 }) => ({ type: 'duration', form: durationForms[duration] ?? 'h:mm' }),
  Date: (meta) => (isIso(meta) ? null : dateFormat({ date: meta.date_format, time: null })),
  DateTime: (meta) =>
    dateFormat({ date: meta.date_format ?? 'YYYY-MM-DD', time: timeForm(meta), timeZone: meta.timezone }),
}

/** How NocoDB shows the values of a column; null for those that it shows as it gives them. */
export function readFieldFormat({ uidt, meta }: Column): FieldFormat | null {
  return (Object.hasOwn(formats, uidt) && formats[uidt]?.(meta)) || null
}
