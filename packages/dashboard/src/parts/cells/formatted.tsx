import type { FieldFormat } from '@pictable/model/field-format'
import { formattedWords } from './formatted-words.ts'

interface FormattedProps {
  format: FieldFormat
  value: unknown
  /** What the value is without the format. */
  plain: string
}

/** A value as its table shows it. Formats are loaded with the first value that has one. */
export function Formatted({ format, value, plain }: FormattedProps) {
  return formattedWords(format, value) ?? plain
}
