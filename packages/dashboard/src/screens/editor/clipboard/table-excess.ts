import { TABLE_LIMITS } from '@pictable/renderer/template'

/** A table of the clipboard: how large it is, and its cells, as far as a table layer can have them. */
export interface Sheet {
  readonly rows: number
  readonly columns: number
  readonly cells: string[][]
}

/** What a table has more of than a table layer can have. */
export interface TableExcess {
  /** Characters are those of its longest cell. */
  readonly of: keyof typeof TABLE_LIMITS
  readonly count: number
}

/** The first limit that a table is above; undefined for one that a layer can have. */
export function tableExcess({ rows, columns, cells }: Sheet): TableExcess | undefined {
  if (rows > TABLE_LIMITS.rows) return { of: 'rows', count: rows }
  if (columns > TABLE_LIMITS.columns) return { of: 'columns', count: columns }
  const characters = cells.flat().reduce((most, { length }) => Math.max(most, length), 0)
  return characters > TABLE_LIMITS.characters ? { of: 'characters', count: characters } : undefined
}
