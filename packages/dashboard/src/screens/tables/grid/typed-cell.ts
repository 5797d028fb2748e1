import { localTime, plainText, typedValue } from '#dashboard/parts/cells/cell-value.ts'
import type { FieldJson } from './table.ts'

export interface TypedCell {
  field: Pick<FieldJson, 'kind'>
  /** Before it is edited. */
  value: unknown
  /** What was typed to begin with, in place of the value. */
  typed: string | null
  /** All that is typed; null while that is nothing. */
  text: string | null
}

export function inputType({ field: { kind }, typed }: TypedCell): string {
  if (typed !== null) return 'text'
  if (kind === 'date') return 'date'
  return kind === 'date_time' ? 'datetime-local' : 'text'
}

/** The value as the text that is edited. */
export function startText(cell: TypedCell): string {
  return inputType(cell) === 'datetime-local' ? localTime(cell.value) : plainText(cell.value)
}

/** The value that the cell has after editing: the one before, unless something else was typed. */
export function typedResult(cell: TypedCell): unknown {
  const { text, value } = cell
  if (text === null || text === startText(cell)) return value
  if (inputType(cell) !== 'datetime-local' || text === '') return typedValue(text)
  return new Date(text).toISOString()
}
