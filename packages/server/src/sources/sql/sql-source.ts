import { AppError } from '#core/errors.ts'
import type { Base, Field, Patch, PatchResult, Source, SourceRecord, TableRef } from '#core/ports/source.ts'
import { listed } from '#core/words.ts'
import { RefusedBatch, writeInBatches } from '#sources/hosted/write-in-batches.ts'
import { CellRefused, decodeCell, encodeCell, kindOf, shownDecimals } from './cell.ts'
import { checkCells } from './check-cells.ts'
import { checkDatabase } from './check-database.ts'
import { RefusedValue } from './fault.ts'
import { choosePrimary, keyOf, recordIdOf } from './key.ts'
import { foreignKeyFields, isForeignKeyField, linksOf, withForeignKeyRows } from './links.ts'
import { keyIn, MAX_PAGE_ROWS, readKeys, readPage } from './read-rows.ts'
import type { SqlDatabase } from './sql-database.ts'
import type { SqlCell, SqlColumn, SqlConnection, SqlRow, SqlTable } from './sql-dialect.ts'
import { createStatement } from './statement.ts'

const getMax = 1000
const batchMax = 500
/** Counting reads an index: so many take less than a second. */
const countMax = 1_000_000
/** Rows that are measured before the first of them is read. */
const firstPage = 100
/** Short rows say little of those behind them. */
const growth = 4
/** Cells of one change: servers limit the length of a message, MariaDB to 16 MB. */
const messageCharacters = 1_000_000
/** What writing knows of a table may be so old: a chunk follows the other. */
const writeMaxAgeMs = 5000

type Change = { columns: SqlColumn[]; rows: SqlRow[] }
type PreparedRow = { columns: SqlColumn[]; row: SqlRow }

/** `openSqlSource()` makes a database a source; what is special about it stands in its dialect. */
export function openSqlSource(database: SqlDatabase): Source {
  const { dialect, bases } = database.server

  function read(table: SqlTable, row: readonly SqlCell[], columns: readonly SqlColumn[]): SourceRecord {
    const fields = columns.map((column, index) => [
      column.name,
      decodeCell(column.format, row[table.key.length + index] ?? null),
    ])
    return { id: recordIdOf(keyIn(table, row)), fields: Object.fromEntries(fields) }
  }

  async function listBases(): Promise<Base[]> {
    const names = bases ?? (await database.read((connection) => dialect.listBases(connection)))
    return names.map((name) => ({ id: name, name }))
  }

  async function withLinks(table: SqlTable, records: SourceRecord[], fieldIds: readonly string[] = []) {
    return fieldIds.some((id) => isForeignKeyField(table, id))
      ? withForeignKeyRows(database, table, { records, fieldIds })
      : records
  }

  /** Only where the database itself does not see to it. */
  async function refuseEmptyKeys(table: SqlTable, signal?: AbortSignal): Promise<void> {
    if (table.isKeyProven) return
    const { rows } = await database.read(
      (connection) => createStatement(dialect, table).selectEmptyKey(connection),
      signal,
    )
    if (rows.length === 0) return
    const name = table.key.map((column) => column.name).join(', ')
    throw new AppError('source_invalid', `A row of "${table.name}" has no ${name}. Give every row a unique one.`)
  }

  /** Whether the key is what was refused. Other values are the row's own, such as those that a view computes. */
  async function isImpossibleKey(
    table: SqlTable,
    keys: readonly (readonly string[])[],
    error: RefusedBatch,
  ): Promise<boolean> {
    if (!(error instanceof RefusedValue)) return false
    try {
      const { rows } = await database.transaction('read', (connection) =>
        createStatement(dialect, table).selectKeys(connection, [], keys),
      )
      return rows.length === 0
    } catch (again) {
      if (again instanceof RefusedBatch) return again instanceof RefusedValue
      throw again
    }
  }

  /** Asks for these rows; `ids` that are no values of the key's type are rows that are not there. */
  async function readByIds(
    table: SqlTable,
    ids: readonly string[],
    ask: (connection: SqlConnection, keys: readonly (readonly string[])[]) => Promise<SqlCell[][]>,
  ): Promise<SqlCell[][]> {
    const keys = ids.flatMap((id) => {
      const key = keyOf(id, table.key.length)
      return key === null ? [] : [key]
    })
    if (keys.length === 0) return []
    try {
      return await database.transaction('read', (connection) => ask(connection, keys))
    } catch (error) {
      if (!(error instanceof RefusedBatch)) throw error
      if (ids.length === 1) {
        if (await isImpossibleKey(table, keys, error)) return []
        throw error.reason
      }
      const middle = Math.ceil(ids.length / 2)
      const first = await readByIds(table, ids.slice(0, middle), ask)
      return [...first, ...(await readByIds(table, ids.slice(middle), ask))]
    }
  }

  /** The patch as a row of cells, or why it cannot be written. */
  function rowOf(table: SqlTable, { recordId, fields }: Patch): PreparedRow | PatchResult {
    const columns: SqlColumn[] = []
    const values: (string | null)[] = []
    for (const [id, value] of Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))) {
      try {
        const column = columnOf(table, id)
        columns.push(column)
        values.push(encodeCell(column, value, dialect.spelling))
      } catch (error) {
        if (error instanceof AppError) return { ok: false, code: error.code, message: error.message, retryable: false }
        if (!(error instanceof CellRefused)) throw error
        const message = `The column "${id}" ${error.message}.`
        return { ok: false, code: 'source_invalid', message, retryable: false }
      }
    }
    const key = keyOf(recordId, table.key.length)
    return key === null ? gone(table) : { columns, row: { recordId, key, values } }
  }

  async function writeRows(table: SqlTable, rows: readonly PreparedRow[]): Promise<Set<string>> {
    const changes = changesOf(rows)
    return database.transaction('write', async (connection) => {
      const found = new Set<string>()
      for (const change of changes) {
        for (const id of await dialect.update(connection, table, change)) found.add(id)
      }
      return found
    })
  }

  /** The database names what is gone in its own words: what the table is now says it in ours. */
  async function inWords(error: unknown, ref: TableRef, columnIds: readonly string[]): Promise<unknown> {
    if (!(error instanceof AppError) || error.code !== 'source_not_found') return error
    try {
      const table = await database.table(ref, 0)
      columnsOf(table, columnIds)
      return error
    } catch (found) {
      return found
    }
  }

  return {
    capabilities: {
      views: 'none',
      page: { max: MAX_PAGE_ROWS, cursor: 'resumable' },
      getMany: { max: getMax },
      write: { batchMax, checkCalls: 2 },
      attachment: null,
      metered: false,
      changes: 'poll',
    },
    check: () => checkDatabase(database),
    listBases,
    async listTables(baseId) {
      if (bases !== null && !bases.includes(baseId)) throw noBase(dialect.baseWord, baseId)
      const tables = await database.read((connection) => dialect.listTables(connection, baseId))
      if (tables.length === 0) {
        const { length } = (await listBases()).filter(({ id }) => id === baseId)
        if (length === 0) throw noBase(dialect.baseWord, baseId)
      }
      return tables.filter(({ readable }) => readable).map(({ name }) => ({ id: name, name }))
    },
    async listViews(ref) {
      await database.table(ref, 0)
      return []
    },
    async listFields(ref) {
      const table = await database.table(ref, 0)
      const { columns, key } = table
      const primary = choosePrimary(columns, key)
      const links = await linksOf(database, table)
      const own = columns.map((column): Field => {
        const link = links.get(column.name)
        return {
          id: column.name,
          name: column.name,
          kind: kindOf(column.format),
          computed: column.computed,
          primary: column === primary,
          format: shownDecimals(column),
          ...(link && { link }),
        }
      })
      const { referred, referring } = await foreignKeyFields(database, table)
      return [...own, ...[...referred, ...referring].map(({ field }) => field)]
    },
    async *pages(ref, { viewId, fieldIds, cursor, signal, limit: mostWanted = MAX_PAGE_ROWS }) {
      signal?.throwIfAborted()
      const table = await database.table(ref, 0)
      if (viewId !== null) throw noView(table.name, viewId)
      const columns = columnsOf(table, fieldIds)
      const wanted = { dialect, table, columns }
      let after = cursor == null ? null : keyOf(cursor, table.key.length)
      if (after === null) await refuseEmptyKeys(table, signal)
      for (let size = Math.min(mostWanted, firstPage); ; ) {
        signal?.throwIfAborted()
        const [start, limit] = [after, size]
        const { rows, nextSize } = await database
          .read((connection) => readPage(connection, wanted, { after: start, size: limit }), signal)
          .catch(async (error: unknown) => {
            signal?.throwIfAborted()
            throw await inWords(error, ref, fieldIds ?? [])
          })
        const page = rows.map((row) => read(table, row, columns))
        const records = await withLinks(table, page, fieldIds)
        const last = records.at(-1)
        if (nextSize === null) {
          yield { records, cursor: null }
          return
        }
        // Rows that were deleted since they were measured leave nothing to yield.
        if (last !== undefined) {
          yield { records, cursor: last.id }
          after = keyOf(last.id, table.key.length)
        }
        size = Math.min(nextSize, size * growth)
      }
    },
    async count(ref) {
      const table = await database.table(ref, 0)
      const { rows } = await database.read((connection) => createStatement(dialect, table).count(connection, countMax))
      const count = Number(rows[0]?.[0])
      return count > countMax ? null : count
    },
    async getRecords(ref, recordIds, { fieldIds } = {}) {
      const table = await database.table(ref, writeMaxAgeMs)
      const columns = columnsOf(table, fieldIds)
      const records: SourceRecord[] = []
      for (let from = 0; from < recordIds.length; from += firstPage) {
        const ids = recordIds.slice(from, from + firstPage)
        const rows = await readByIds(table, ids, (connection, keys) =>
          readKeys(connection, { dialect, table, columns }, keys),
        )
        // Databases find more than was asked for: "1a" is 1 and "ÄB" is "äb" to some.
        records.push(...rows.map((row) => read(table, row, columns)).filter(({ id }) => ids.includes(id)))
      }
      return withLinks(table, records, fieldIds)
    },
    checkWrite: (ref, cells) => checkCells(database, ref, cells),
    async writeBack(ref, patches) {
      const table = await tableFor(database, ref, patches)
      const prepared = new Map(patches.map((patch) => [patch, rowOf(table, patch)]))
      const good = patches.filter((patch) => isRow(prepared.get(patch)))
      const found = new Set<string>()
      const written = await writeInBatches(good, {
        batchMax,
        write: async (batch) => {
          const rows = batch.map((patch) => prepared.get(patch)).filter(isRow)
          try {
            for (const id of await writeRows(table, rows)) found.add(id)
          } catch (error) {
            const columnIds = rows.flatMap(({ columns }) => columns.map(({ name }) => name))
            throw await inWords(error, ref, [...new Set(columnIds)])
          }
        },
      })
      return patches.map((patch) => {
        const refused = prepared.get(patch)
        if (refused && 'ok' in refused) return refused
        const result = written.shift() ?? gone(table)
        return result.ok && !found.has(patch.recordId) ? gone(table) : result
      })
    },
  }
}

const isRow = (prepared: PreparedRow | PatchResult | undefined): prepared is PreparedRow =>
  prepared !== undefined && 'row' in prepared

/** The table as it was a moment ago, or as it is now where a patch names a column that was not there. @throws AppError */
async function tableFor(database: SqlDatabase, ref: TableRef, patches: readonly Patch[]): Promise<SqlTable> {
  const table = await database.table(ref, writeMaxAgeMs)
  const known = new Set(table.columns.map(({ name }) => name))
  const names = patches.flatMap(({ fields }) => Object.keys(fields))
  if (names.every((name) => known.has(name))) return table
  const fresh = await database.table(ref, 0)
  const present = new Set(fresh.columns.map(({ name }) => name))
  const lost = names.filter((name) => !present.has(name))
  // No patch escapes it: that is for the whole run.
  const isForAll = patches.every(({ fields }) => Object.keys(fields).some((name) => lost.includes(name)))
  if (isForAll) columnOf(fresh, lost[0] ?? '')
  return fresh
}

/** Rows of the same columns together, in pieces that servers take as one message. */
function changesOf(rows: readonly PreparedRow[]): Change[] {
  const open = new Map<string, Change & { characters: number }>()
  const changes: Change[] = []
  for (const { columns, row } of rows) {
    const key = JSON.stringify(columns.map(({ name }) => name))
    const present = open.get(key)
    const change = present && present.characters < messageCharacters ? present : { columns, rows: [], characters: 0 }
    if (change !== present) {
      open.set(key, change)
      changes.push(change)
    }
    change.rows.push(row)
    change.characters += row.values.reduce((sum, value) => sum + (value?.length ?? 0), 0)
  }
  return changes
}

/** @throws AppError `source_not_found` */
function columnOf({ name: table, columns }: SqlTable, id: string): SqlColumn {
  const column = columns.find(({ name }) => name === id)
  if (column) return column
  throw new AppError(
    'source_not_found',
    `The table "${table}" no longer has the column "${id.slice(0, 100)}". Choose another column in the action. There are: ${listed(columns.map(({ name }) => name))}.`,
  )
}

const columnsOf = (table: SqlTable, fieldIds: readonly string[] | undefined): readonly SqlColumn[] =>
  fieldIds === undefined
    ? table.columns
    : fieldIds.filter((id) => !isForeignKeyField(table, id)).map((id) => columnOf(table, id))

const gone = ({ name }: SqlTable): PatchResult => ({
  ok: false,
  code: 'source_not_found',
  message: `The row was deleted from the table "${name}" during the run.`,
  retryable: false,
})

const noBase = (word: string, baseId: string) =>
  new AppError(
    'source_not_found',
    `There is no ${word} "${baseId.slice(0, 100)}", or the user has no access to it. Choose another one in the action.`,
  )

const noView = (table: string, viewId: string) =>
  new AppError(
    'source_not_found',
    `The table "${table}" has no view "${viewId.slice(0, 100)}": a database view is a table of its own. Choose it as the table of the action.`,
  )
