import type { FieldFormat } from '@pictable/model/field-format'
import { commonFormat } from '#sources/hosted/display-format.ts'
import { dateFormat, numberFormat } from '#sources/hosted/spreadsheet-pattern.ts'
import type { Cell } from './grid.ts'

/** How Google Sheets shows a cell, by the type and the pattern of its number format; null for what no format says. */
export function readFieldFormat(
  { format, pattern = '' }: Pick<Cell, 'format' | 'pattern'>,
  timeZone: string,
): FieldFormat | null {
  switch (format) {
    case 'NUMBER':
    case 'CURRENCY':
    case 'PERCENT':
      return numberFormat(pattern)
    case 'DATE':
      return dateFormat(pattern, null)
    case 'DATE_TIME':
      return dateFormat(pattern, timeZone)
    default:
      return null
  }
}

/** The format that all of the filled cells have in common; null where that is none. */
export function columnFormat(cells: readonly Cell[], timeZone: string): FieldFormat | null {
  const filled = cells.filter(({ value }) => value !== null && value !== '')
  return commonFormat(filled.map((cell) => readFieldFormat(cell, timeZone)))
}
