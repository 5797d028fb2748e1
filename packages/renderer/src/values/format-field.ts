import type { Format } from './format.ts'
import { formatDefaults } from './format-defaults.ts'
import { formatValue } from './format-value.ts'
import { isEmpty, type Value } from './value.ts'

type Of<Type extends Format['type']> = Extract<Format, { type: Type }>
type Without<Full, Keys extends keyof Full> = Omit<Full, Keys | 'locale'> & { [Key in Keys]?: Full[Key] }

/** What tables say of their fields: a format without its locale, and without what has a default. */
type FieldFormat =
  | Without<Of<'number'>, keyof (typeof formatDefaults)['number']>
  | Without<Of<'currency'>, never>
  | Without<Of<'date'>, keyof (typeof formatDefaults)['date']>
  | Without<Of<'duration'>, never>

function completed(format: FieldFormat, locale: string): Format {
  if (format.type === 'number') return { ...formatDefaults.number, ...format, locale }
  if (format.type === 'date') return { ...formatDefaults.date, ...format, locale }
  return { ...format, locale }
}

/** A value as its table shows it, without a schema that checks the format; undefined for what the format does not suit. */
export function formatField(value: Value, format: FieldFormat, locale: string): string | undefined {
  if (isEmpty(value)) return undefined
  try {
    const { value: shown, problem } = formatValue(value, completed(format, locale))
    return problem === undefined && typeof shown === 'string' ? shown : undefined
  } catch (error) {
    // As of a time zone that is not known here.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
