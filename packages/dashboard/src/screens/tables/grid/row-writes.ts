import type { QueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { persistently } from '#dashboard/api/connection.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { sentValue } from '#dashboard/parts/cells/cell-value.ts'
import { noteRows } from '#dashboard/parts/cells/note-rows.ts'
import type { CellJournal } from './cell-journal.ts'
import type { CellChange, EditStateStore } from './edit-state.ts'

interface RowWritesOptions {
  tableId: string
  queries: QueryClient
  state: EditStateStore
  journal: CellJournal
}

interface Refusal {
  cell: CellChange
  reason: string
}

type RowError = Readonly<{ pointer: string; detail: string }>

const atOnce = 500

function chunks<Item>(items: readonly Item[]): (readonly Item[])[] {
  const pieces: (readonly Item[])[] = []
  for (let from = 0; from < items.length; from += atOnce) pieces.push(items.slice(from, from + atOnce))
  return pieces
}

function byRow(cells: readonly CellChange[]): CellChange[][] {
  const rows = new Map<string, CellChange[]>()
  for (const cell of cells) rows.set(cell.rowId, [...(rows.get(cell.rowId) ?? []), cell])
  return [...rows.values()]
}

function bodyOf(rows: readonly CellChange[][]) {
  return {
    rows: rows.flatMap((cells) => {
      const [first] = cells
      const fields = Object.fromEntries(cells.map(({ fieldId, kind, after }) => [fieldId, sentValue(kind, after)]))
      return first ? [{ id: first.rowId, fields }] : []
    }),
  }
}

/** Which cells of a row were refused; the others of it are sent once more, without them. */
function judge(
  cells: readonly CellChange[],
  errors: readonly RowError[],
): { refused: Refusal[]; others: CellChange[] } {
  const [first] = errors
  if (first === undefined) return { refused: [], others: [] }
  const reasonOf = ({ fieldId }: CellChange) =>
    errors.find(({ pointer }) => pointer.endsWith(`/fields/${fieldId}`))?.detail
  const refused = cells.flatMap((cell) => {
    const reason = reasonOf(cell)
    return reason === undefined ? [] : [{ cell, reason }]
  })
  // The whole row was refused, such as one that is gone.
  if (refused.length === 0) return { refused: cells.map((cell) => ({ cell, reason: first.detail })), others: [] }
  return { refused, others: cells.filter((cell) => reasonOf(cell) === undefined) }
}

/** `createRowWrites()` sends changes of rows in pieces that the server takes. */
export function createRowWrites({ tableId, queries, state, journal }: RowWritesOptions) {
  const params = { id: tableId }

  async function sendRows(rows: readonly CellChange[][]): Promise<Refusal[]> {
    const { results } = await persistently(() => client.tables.updateRows({ params, body: bodyOf(rows) }))
    noteRows(
      queries,
      tableId,
      results.flatMap(({ row }) => row ?? []),
    )
    const judged = results.map(({ errors }, place) => judge(rows[place] ?? [], errors))
    const refused = judged.flatMap((row) => row.refused)
    const others = judged.map((row) => row.others).filter(({ length }) => length > 0)
    return others.length > 0 ? [...refused, ...(await sendRows(others))] : refused
  }

  return {
    /** @returns the cells that were refused, which say why */
    async sendCells(cells: readonly CellChange[]): Promise<ReadonlySet<CellChange>> {
      journal.add(cells)
      const refused = new Set<CellChange>()
      for (const rows of chunks(byRow(cells))) {
        const all = rows.flat()
        const unsent = (error: unknown) => all.map((cell) => ({ cell, reason: errorWords(error) }))
        for (const { cell, reason } of await sendRows(rows).catch(unsent)) {
          state.refuse(cell, reason)
          refused.add(cell)
        }
        state.settle(all)
        journal.remove(all)
      }
      return refused
    },
    /** @returns the ids of that many new rows */
    async add(count: number): Promise<string[]> {
      const ids: string[] = []
      for (const rows of chunks(Array.from({ length: count }, () => ({}))))
        ids.push(...(await client.tables.addRows({ params, body: { rows: [...rows] } })).results.map(({ id }) => id))
      return ids
    },
    async restore(rowIds: readonly string[]): Promise<void> {
      for (const ids of chunks(rowIds)) await client.tables.restoreRows({ params, body: { row_ids: [...ids] } })
    },
    async delete(rowIds: readonly string[]): Promise<void> {
      for (const ids of chunks(rowIds)) await client.tables.deleteRows({ params, body: { row_ids: [...ids] } })
    },
    /** Rows came or went: all that counts or shows them is read again. */
    async refresh(): Promise<void> {
      const changed = [api.tables.rows.key, api.tables.countRows.key]
      await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  }
}
