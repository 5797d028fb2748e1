import type { FieldFormat } from '@pictable/model/field-format'
import { formatField } from '@pictable/renderer/format-field'
import { locale } from '#dashboard/strings/t.ts'

const isText = (part: unknown) => typeof part === 'string'

/** A value as its table shows it; undefined for what the format does not suit. */
export function formattedWords(format: FieldFormat, value: unknown): string | undefined {
  const isSuited = typeof value === 'number' || isText(value) || (Array.isArray(value) && value.every(isText))
  return isSuited ? formatField(value, format, locale) : undefined
}
