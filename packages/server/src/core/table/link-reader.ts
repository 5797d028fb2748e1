import type { TableData } from '#core/ports/data/tables.ts'
import { shortened } from '#core/words.ts'
import type { Cells } from './rows.ts'
import type { TableField } from './table.ts'

/** Titles count by as many characters. */
export const MAX_TITLE_CHARACTERS = 1000

/** A row that is to be written. */
export interface UnlinkedRow {
  cells: Cells
  /** Takes what is wrong with a cell, such as `must be text`. */
  refuse: (field: TableField, detail: string) => void
}

/** Puts the ids of rows in place of what cells of links name. */
export type LinkReader = (rows: readonly UnlinkedRow[]) => Promise<void>

/** The rows that have a title: their id, or how many they are. */
type RowsByTitle = ReadonlyMap<string, string | number>

const asTitle = (name: string) =>
  name.length <= MAX_TITLE_CHARACTERS ? name : Array.from(name).slice(0, MAX_TITLE_CHARACTERS).join('')

const namesIn = (cell: Cells[string] | undefined): string[] =>
  Array.isArray(cell) ? cell.flatMap((name) => (typeof name === 'string' ? name : [])) : []

async function rowsByTitle(tables: TableData, tableId: string, titles: readonly string[] | null): Promise<RowsByTitle> {
  const found = new Map<string, string | number>()
  for await (const rows of tables.findTitles(tableId, titles))
    for (const { id, title } of rows) {
      const before = found.get(title)
      found.set(title, before === undefined ? id : typeof before === 'number' ? before + 1 : 2)
    }
  return found
}

/**
 * `createLinkReader()` finds the rows that cells of links name: by id, else by title. `readsAll`: there are many cells, so
 * that all titles of a linked table are read, once.
 */
export function createLinkReader(
  tables: TableData,
  fields: readonly TableField[],
  { readsAll = false }: { readsAll?: boolean } = {},
): LinkReader {
  const all = new Map<string, Promise<RowsByTitle>>()

  function findByTitle(tableId: string, titles: readonly string[]): Promise<RowsByTitle> {
    if (!readsAll) return rowsByTitle(tables, tableId, titles)
    const known = all.get(tableId) ?? rowsByTitle(tables, tableId, null)
    all.set(tableId, known)
    return known
  }

  async function problemOf(tableId: string, name: string, found: string | number | undefined): Promise<string> {
    const table = (await tables.get(tableId))?.name ?? tableId
    const named = `names "${shortened(name, 60)}"`
    if (found === undefined)
      return `${named}, but the table "${table}" has no row with this id or title: add the row first, or correct the name`
    return `${named}, but ${found} rows of the table "${table}" have this title: use the id of one of them`
  }

  async function readField(field: TableField, tableId: string, rows: readonly UnlinkedRow[]): Promise<void> {
    const names = new Set(rows.flatMap(({ cells }) => namesIn(cells[field.id])))
    if (names.size === 0) return
    const byId = await tables.titles(tableId, [...names])
    const others = [...names].filter((name) => !byId.has(name)).map(asTitle)
    const byTitle: RowsByTitle = others.length === 0 ? new Map() : await findByTitle(tableId, others)
    for (const { cells, refuse } of rows) {
      const named = namesIn(cells[field.id])
      const ids = named.map((name) => (byId.has(name) ? name : byTitle.get(asTitle(name))))
      const wrong = ids.findIndex((id) => typeof id !== 'string')
      if (wrong >= 0) refuse(field, await problemOf(tableId, named[wrong] ?? '', ids[wrong]))
      else if (ids.length > 0) cells[field.id] = [...new Set(ids.map(String))]
    }
  }

  return async (rows) => {
    for (const field of fields) if (field.linkedTableId !== undefined) await readField(field, field.linkedTableId, rows)
  }
}

/** Titles that several rows of a table have. */
export async function sharedTitles(tables: Pick<TableData, 'findTitles'>, tableId: string): Promise<Set<string>> {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for await (const rows of tables.findTitles(tableId, null))
    for (const { title } of rows) {
      if (seen.has(title)) shared.add(title)
      else seen.add(title)
    }
  return shared
}
