import type { TableFile } from '#core/ports/table-file.ts'

export type FileColumn = Pick<TableFile['columns'][number], 'kind' | 'format'>

/** A row of a file: what each named column holds, as the file says it. */
export interface ValueRow {
  /** As people count: the first line, or the first item of a JSON list, is 1. */
  line: number
  values: Readonly<Record<string, unknown>>
  /** Whether the text of that name is a number with more digits than a double keeps. */
  isLongNumber?: (name: string) => boolean
  /** What the file says about its fields. */
  columns?: ReadonlyMap<string, FileColumn>
}

/** Rows in the order of the file. @throws AppError `invalid_request` in words that name the line */
export type FileRows = (path: string, signal?: AbortSignal) => AsyncGenerator<ValueRow>
