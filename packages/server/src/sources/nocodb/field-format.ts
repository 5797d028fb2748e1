import { durationForms, type FieldFormat } from '@pictable/model/field-format'
import { z } from 'zod'
import { currencyFormat, decimalFormat, inZone } from '#sources/hosted/display-format.ts'

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
  timezone: text,
}

interface Column {
  uidt: string
  meta: z.output<z.ZodObject<typeof columnMetaShape>>
}

type Meta = Column['meta']

/** Days first or months first, the locale of the template decides: short forms would be read the wrong way round. */
const dateStyleOf = ({ date_format: form = '' }: Meta) => (form.includes('MMMM') ? 'long' : 'medium')

const isIso = ({ date_format: form = 'YYYY-MM-DD' }: Meta) => /^YYYY[-/]MM/.test(form)

const formats: Readonly<Record<string, (meta: Meta) => FieldFormat | null>> = {
  Decimal: ({ precision }) => decimalFormat(precision),
  Currency: ({ currency_code: code = '', precision }) => currencyFormat(code, precision),
  Percent: ({ precision = 2 }) => ({ type: 'number', style: 'percent', maximumDigits: precision }),
  Duration: ({ duration = 0 }) => ({ type: 'duration', form: durationForms[duration] ?? 'h:mm' }),
  Date: (meta) => (isIso(meta) ? null : { type: 'date', dateStyle: dateStyleOf(meta) }),
  DateTime: (meta) => ({ type: 'date', dateStyle: dateStyleOf(meta), timeStyle: 'short', ...inZone(meta.timezone) }),
}

/** How NocoDB shows the values of a column; null for those that it shows as it gives them. */
export function readFieldFormat({ uidt, meta }: Column): FieldFormat | null {
  return (Object.hasOwn(formats, uidt) && formats[uidt]?.(meta)) || null
}
