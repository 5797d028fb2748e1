import { cellWords } from '#dashboard/parts/cells/cell-value.ts'
import { formattedWords } from '#dashboard/parts/cells/formatted-words.ts'
import { t } from '#dashboard/strings/editing.ts'
import type { Field } from './fields.ts'

/** More is not seen in one line. */
const MAX_CHARACTERS = 200

/** The value of a field in one line. */
export function fieldWords({ value, kind, format }: Pick<Field, 'kind' | 'format' | 'value'>): string {
  if (Array.isArray(value) && value.some((row) => typeof row === 'object'))
    return t('data.rows', { count: value.length })
  if (typeof value === 'boolean') return value ? t('inspector.yes') : t('inspector.no')
  const words = (format && formattedWords(format, value)) ?? cellWords(kind, value)
  return words.slice(0, MAX_CHARACTERS) || t('inspector.field_empty')
}
