import type { FieldKind } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'
import { commonFormat } from '#sources/hosted/display-format.ts'
import { dateFormat, numberFormat } from '#sources/hosted/spreadsheet-pattern.ts'

/** Times of a workbook have no zone: they are taken as UTC, and shown so. */
const readers: Readonly<Partial<Record<FieldKind, (pattern: string) => FieldFormat | null>>> = {
  number: numberFormat,
  date: (pattern) => dateFormat(pattern, null),
  date_time: (pattern) => dateFormat(pattern, 'UTC'),
}

/** The format that all cells of a column of a workbook have in common, by their patterns; null where that is none. */
export function columnFormat(kind: FieldKind, patterns: Iterable<string>): FieldFormat | null {
  return commonFormat(Array.from(patterns, (pattern) => readers[kind]?.(pattern) ?? null))
}
