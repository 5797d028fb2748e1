import type { CellFormat, Spelling } from './cell.ts'
import type { SqlForeignKey } from './foreign-keys.ts'

/** A cell as a driver gives it, and as it takes it. */
export type SqlCell = null | string | number | bigint | Uint8Array

/** Texts that are declared no longer than this are not measured before they are read. */
export const SHORT_CHARACTERS = 1000

export type SqlValue = SqlCell | readonly (string | null)[]

export interface SqlAnswer {
  /** Cells in the order in which they were selected. */
  rows: SqlCell[][]
  /** Rows that a change found. */
  affected: number
}

export interface SqlConnection {
  /** As people write it: `PostgreSQL 15.3`. */
  version: string
  /** Without values the text is one of our own, and may hold several statements. */
  query(text: string, values?: readonly SqlValue[]): Promise<SqlAnswer>
  isOpen(): boolean
  /** One that nobody uses does not keep the process alive. */
  setIdle(isIdle: boolean): void
  close(): void
}

export interface SqlColumn {
  name: string
  /** For people: `varchar(20)`. */
  type: string
  /** For the dialect alone: what it needs to cast and compare. */
  native: string
  format: CellFormat
  /** The database works it out, or allows no change of it. */
  computed: boolean
  /** The account may read it, and change it. */
  readable: boolean
  writable: boolean
  /** The database checks values by rules that Pictable does not know. */
  hasRules: boolean
  nullable: boolean
  /** In characters. */
  maxLength: number | null
  /** What it may hold, where that is a list. */
  choices: readonly string[] | null
}

/** A table or a database view. */
export interface SqlTable {
  base: string
  name: string
  columns: readonly SqlColumn[]
  /** Tells every row from all others; pages are read in its order. */
  key: readonly SqlColumn[]
  /** The database itself sees to it that the key is unique and never empty. */
  isKeyProven: boolean
  /** Policies decide for each row whether the account may change it. */
  hasRowPolicies: boolean
  /** Those of the table, and those that lead to it. */
  foreignKeys: readonly SqlForeignKey[]
}

/** What the catalogue says of a table: `uniques` are the names of columns that tell rows apart, best first. */
export interface SqlDescription extends Pick<SqlTable, 'hasRowPolicies' | 'foreignKeys'> {
  columns: SqlColumn[]
  uniques: string[][]
}

export interface SqlTableRights {
  name: string
  readable: boolean
  writable: boolean
}

/** New cells of a row: both lists as text, the values in the order of the columns. */
export interface SqlRow {
  recordId: string
  key: readonly string[]
  values: readonly (string | null)[]
}

/** Where one database differs from another. */
export interface SqlDialect {
  product: string
  /** What a base is called there: `schema`, `database`, `file`. */
  baseWord: string
  begin: { read: string; write: string }
  /**
   * Names the session of a transaction, and ends the statement that runs in it. A pooler may give each transaction another
   * one. null where a statement ends with its connection.
   */
  session: { id: string; endStatement: (id: string) => string } | null
  /** How `(a, b) > (1, 2)` is answered from an index. */
  comparesRows: boolean
  spelling: Spelling
  quote(name: string): string
  /** The nth parameter, from 1. */
  placeholder(n: number): string
  /** Selects a cell so that nothing of it is lost; of a key, so that `bind` takes it back. */
  read(column: SqlColumn, use: 'cell' | 'key'): string
  /** Selects how many bytes a cell has, without reading it; null where it cannot be long. */
  size(column: SqlColumn): string | null
  /** A parameter that is compared with a key column. */
  bind(column: SqlColumn, placeholder: string): string
  /** Where a column is not sorted by what `read` gives of it: what it is sorted by, and the same of a value. */
  rank?(column: SqlColumn, value: string): { by: string; value: string; bind: (placeholder: string) => string } | null
  listBases(connection: SqlConnection): Promise<string[]>
  listTables(connection: SqlConnection, base: string): Promise<SqlTableRights[]>
  /** @returns null when there is no such table */
  describe(connection: SqlConnection, base: string, table: string): Promise<SqlDescription | null>
  /** Writes these columns of many rows. @returns the ids of those that are there */
  update(
    connection: SqlConnection,
    table: SqlTable,
    change: { columns: readonly SqlColumn[]; rows: readonly SqlRow[] },
  ): Promise<ReadonlySet<string>>
  /** What else a check should tell of a connection that works. */
  warnings(connection: SqlConnection, bases: readonly string[]): Promise<string[]>
}
