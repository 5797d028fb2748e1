import { AppError } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { FieldKind } from '#core/ports/source.ts'
import type { TableFile } from '#core/ports/table-file.ts'
import type { World } from '#core/ports/world.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { found } from '#core/revision.ts'
import { findNamed, listed } from '#core/words.ts'
import { fits } from './cell.ts'
import { readRows } from './rows.ts'
import { newTable } from './save-table.ts'
import type { Table } from './table.ts'

/** From the narrowest: the first that every cell fits is the kind of the column. */
const guesses: readonly FieldKind[] = ['number', 'date', 'date_time', 'checkbox', 'url']

const rowsAtOnce = 500

/** Numbers with leading zeros are article numbers and postcodes: they would lose them. */
const isCode = (text: string) => /^[+-]?0\d/.test(text)

function kindOf(cells: readonly string[]): FieldKind {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return 'text'
  const isNumber = !filled.some(isCode)
  return guesses.find((kind) => (kind !== 'number' || isNumber) && filled.every((cell) => fits(kind, cell))) ?? 'text'
}

function shapeOf({ columns, rows }: TableFile) {
  return columns.map((name, index) => ({ name, kind: kindOf(rows.map((row) => (row[index] ?? '').trim())) }))
}

function named({ columns, rows }: TableFile, from: number): Record<string, string>[] {
  const piece = rows.slice(from, from + rowsAtOnce)
  return piece.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? ''])))
}

/** @throws AppError `invalid_request` that points at the columns which the table has no field for */
function checkColumns({ columns }: TableFile, { name, fields }: Table): void {
  const unknown = columns.filter((column) => findNamed(fields, column) === undefined)
  const there = listed(fields.map((field) => field.name))
  const detail = (column: string) => `The table "${name}" has no field "${column}". It has: ${there}.`
  const errors = unknown.map((column) => ({ pointer: pointer('columns', column), detail: detail(column) }))
  refuseIfAny(errors, 'The file does not fit the table.')
}

/** Adds the rows of a file to a table, or makes a new one of it whose kinds of fields are guessed. All or nothing. */
export async function importTable(
  world: Pick<World, 'clock' | 'data' | 'newId' | 'readTableFile'>,
  request: { tableId?: string | undefined; name?: string | undefined; bytes: Uint8Array },
): Promise<{ table: Table; added: number }> {
  const { tableId } = request
  const file = world.readTableFile(request.bytes)
  if (file.columns.length === 0) throw new AppError('invalid_request', 'The file has no columns.')
  const table =
    tableId === undefined
      ? newTable(world, { name: request.name ?? 'Imported table', fields: shapeOf(file) })
      : found(await world.data.tables.get(tableId), 'table', tableId)
  checkColumns(file, table)
  await world.data.transaction(async (data) => {
    if (tableId === undefined) await data.tables.insert(table)
    // piece by piece, so that everybody else has a turn in between
    for (let from = 0; from < file.rows.length; from += rowsAtOnce) {
      const rows = readRows(table.fields, named(file, from), from)
      await data.tables.insertRows(
        table.id,
        rows.map((fields) => ({ id: world.newId('row'), fields })),
      )
    }
  })
  return { table, added: file.rows.length }
}
