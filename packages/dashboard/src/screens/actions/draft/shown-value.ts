import type { TableField } from './types.ts'

/** As much of what fills a name as decides what is shown. */
type ShownFilling =
  | {
      by: 'field'
      field: Pick<TableField, 'id' | 'format'>
      isFormatted: boolean
      columns: readonly string[] | null
    }
  | { by: 'text' | 'value' | 'gone' | 'nothing' }

type Values = Readonly<Record<string, unknown>>

/** The record that is looked at, where it is known. */
interface LookedAt {
  /** By the ids of the fields. */
  cells: Values | undefined
  /** What its picture is filled with, by name. */
  values: Values | undefined
}

export interface ShownValue {
  value: unknown
  /** Of a cell that is still to be formatted. */
  format?: TableField['format']
}

/** What fills a name for the record that is looked at, as its picture shows it. */
export function shownValue(filling: ShownFilling, name: string, { cells, values }: LookedAt): ShownValue {
  const inPicture = values && Object.hasOwn(values, name) ? values[name] : undefined
  if (filling.by === 'text') return { value: inPicture }
  if (filling.by !== 'field') return { value: undefined }
  const { field, isFormatted, columns } = filling
  if (columns !== null || (isFormatted && inPicture !== undefined)) return { value: inPicture }
  const value = cells?.[field.id]
  return isFormatted ? { value, format: field.format } : { value }
}
