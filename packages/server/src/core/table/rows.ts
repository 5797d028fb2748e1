import { AppError, type ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { FieldValue } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { found } from '#core/revision.ts'
import { nextTurn } from '#core/turns.ts'
import { inParts, lengthOfItem } from '#core/within-size.ts'
import { findNamed, listed } from '#core/words.ts'
import { cellOfField, InvalidValue } from './cell.ts'
import { createLinkReader, type LinkReader, type UnlinkedRow } from './link-reader.ts'
import { type NotifyWorld, notifyTriggers } from './notify-triggers.ts'
import type { Table, TableField, TableRow } from './table.ts'
import { writeRows } from './write-rows.ts'

/** Of up to two hundred fields: then everything else has its turn. */
const ROWS_PER_TURN = 20

/** Values by the name or id of their field, as given. */
export type DraftRow = Readonly<Record<string, unknown>>

export type Cells = Record<string, FieldValue>

/** More of the same would not be read. */
const mostErrors = 20

interface Reading {
  fields: readonly TableField[]
  place: readonly (string | number)[]
  errors: ErrorDetail[]
}

/** By list of fields: thousands of cells have the same names. */
const knownFields = new WeakMap<readonly TableField[], Map<string, TableField | undefined>>()

function findField(fields: readonly TableField[], name: string): TableField | undefined {
  const known = knownFields.get(fields) ?? new Map<string, TableField | undefined>()
  knownFields.set(fields, known)
  if (!known.has(name)) known.set(name, findNamed(fields, name))
  return known.get(name)
}

/** A row whose mistakes are told by the place of their cell. */
const toBeLinked = (cells: Cells, row: DraftRow, { fields, place, errors }: Reading): UnlinkedRow => ({
  cells,
  refuse({ id, name }, detail) {
    const given = Object.keys(row).find((key) => findField(fields, key)?.id === id) ?? name
    errors.push({ pointer: pointer(...place, given), detail: `"${name}" ${detail}.` })
  },
})

function setCell(cells: Cells, [name, value]: readonly [string, unknown], { fields, place, errors }: Reading): void {
  // Only then: pointers of thousands of cells take longer than all else.
  const refuse = (detail: string) => errors.push({ pointer: pointer(...place, name), detail })
  const field = findField(fields, name)
  if (field === undefined) {
    refuse(`The table has no field "${name}". It has: ${listed(fields.map((each) => each.name))}.`)
    return
  }
  if (Object.hasOwn(cells, field.id)) {
    refuse(`The field "${field.name}" is given twice.`)
    return
  }
  const cell = cellOfField(field, value)
  if (cell instanceof InvalidValue) refuse(`"${field.name}" ${cell.detail}.`)
  else cells[field.id] = cell
}

function cellsOf(row: DraftRow, reading: Reading): Cells {
  const cells: Cells = {}
  for (const entry of Object.entries(row)) setCell(cells, entry, reading)
  return cells
}

/**
 * The rows as the table keeps them.
 * @throws AppError `invalid_request` that points at the wrong cells, the first twenty
 */
async function readRows(
  fields: readonly TableField[],
  rows: readonly DraftRow[],
  readLinks: LinkReader,
): Promise<Cells[]> {
  const errors: ErrorDetail[] = []
  const read: Cells[] = []
  const unlinked: UnlinkedRow[] = []
  for (const [index, row] of rows.entries()) {
    if (errors.length >= mostErrors) break
    const reading = { fields, place: ['rows', index], errors }
    const given = Object.entries(cellsOf(row, reading))
    const cells = Object.fromEntries(given.filter(([, value]) => value !== null))
    read.push(cells)
    unlinked.push(toBeLinked(cells, row, reading))
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
  }
  await readLinks(unlinked)
  errors.splice(mostErrors)
  refuseIfAny(errors, 'Some values do not match the fields of the table.')
  return read
}

async function tableOf({ data }: Pick<World, 'data'>, id: string): Promise<Table> {
  return found(await data.tables.get(id), 'table', id)
}

/** Rows as they are stored now, read in parts that are about as large as these. */
async function rowsOf(
  { data }: Pick<World, 'data'>,
  tableId: string,
  like: readonly { id: string; fields: Cells }[],
): Promise<ReadonlyMap<string, TableRow>> {
  const byId = new Map<string, TableRow>()
  for (const part of inParts(like, lengthOfItem)) {
    const ids = part.map(({ id }) => id)
    for (const row of await data.tables.rowsById(tableId, ids)) byId.set(row.id, row)
  }
  return byId
}

/** Adds rows at the end, all or none. @returns them in the order given */
export async function addRows(
  world: NotifyWorld & Pick<World, 'newId'>,
  tableId: string,
  rows: readonly DraftRow[],
): Promise<TableRow[]> {
  const table = await tableOf(world, tableId)
  const read = await readRows(table.fields, rows, createLinkReader(world.data.tables, table.fields))
  const added = read.map((fields) => ({ id: world.newId('row'), fields }))
  await writeRows(world, table, async ({ tables }) => {
    for (const part of inParts(added, lengthOfItem)) await tables.insertRows(tableId, part)
    return { result: undefined, recordIds: added.map(({ id }) => id) }
  })
  const byId = await rowsOf(world, tableId, added)
  return added.flatMap(({ id }) => byId.get(id) ?? [])
}

/** Sets the named fields of a row (null empties one), leaves the others. */
export async function updateRow(
  world: NotifyWorld,
  { tableId, rowId }: { tableId: string; rowId: string },
  values: DraftRow,
): Promise<TableRow> {
  const table = await tableOf(world, tableId)
  const errors: ErrorDetail[] = []
  const reading = { fields: table.fields, place: ['fields'], errors }
  const fields = cellsOf(values, reading)
  await createLinkReader(world.data.tables, table.fields)([toBeLinked(fields, values, reading)])
  refuseIfAny(errors, 'Some values do not match the fields of the table.')
  await writeRows(world, table, async ({ tables }) => {
    const result = await tables.patchRows(tableId, [{ recordId: rowId, fields }])
    return { result, recordIds: [...result] }
  })
  const [row = null] = await world.data.tables.rowsById(tableId, [rowId])
  return found(row, 'row', rowId)
}

async function deleteThere(world: NotifyWorld, tableId: string, rowIds: readonly string[]): Promise<Set<string>> {
  return world.data.transaction(async (data) => {
    const deleted = await data.tables.deleteRows(tableId, rowIds)
    await notifyTriggers({ ...world, data }, { tableId, recordIds: [...deleted] })
    return deleted
  })
}

/** @throws AppError `not_found` */
export async function deleteRow(world: NotifyWorld, tableId: string, rowId: string): Promise<void> {
  const deleted = await deleteThere(world, tableId, [rowId])
  if (deleted.size === 0) throw new AppError('not_found', `There is no row ${rowId}.`)
}

interface RowsPart {
  there: string[]
  missing: string[]
}

function partOf(ids: readonly string[], there: ReadonlySet<string>): RowsPart {
  return { there: ids.filter((id) => there.has(id)), missing: ids.filter((id) => !there.has(id)) }
}

/** Deletes the rows that are there. */
export async function deleteRows(world: NotifyWorld, tableId: string, rowIds: readonly string[]): Promise<RowsPart> {
  const { id } = await tableOf(world, tableId)
  const ids = [...new Set(rowIds)]
  return partOf(ids, await deleteThere(world, id, ids))
}

/** Restores the deleted rows that can be restored. */
export async function restoreRows(world: NotifyWorld, tableId: string, rowIds: readonly string[]): Promise<RowsPart> {
  const ids = [...new Set(rowIds)]
  // A field that changes its kind converts the rows that are there, and forgets the deleted ones.
  const restored = await writeRows(world, { id: tableId, fields: [] }, async ({ tables }) => {
    const result = await tables.restoreRows(tableId, ids)
    return { result, recordIds: [...result] }
  })
  return partOf(ids, restored)
}

/** What became of one row of many: the row, or why it stayed as it was. */
export type RowResult = { id: string; row: TableRow } | { id: string; errors: ErrorDetail[] }

const missing = (id: string, place: number): RowResult => ({
  id,
  errors: [{ pointer: pointer('rows', place, 'id'), detail: `There is no row ${id}.` }],
})

/** Sets fields of many rows; a row with a mistake, or that is gone, keeps none of the others. One result each, in order. */
export async function updateRows(
  world: NotifyWorld,
  tableId: string,
  changes: readonly { id: string; fields: DraftRow }[],
): Promise<RowResult[]> {
  const table = await tableOf(world, tableId)
  const { fields } = table
  const read: { id: string; cells: Cells; errors: ErrorDetail[] }[] = []
  const unlinked: UnlinkedRow[] = []
  for (const [place, change] of changes.entries()) {
    const errors: ErrorDetail[] = []
    const reading = { fields, place: ['rows', place, 'fields'], errors }
    const cells = cellsOf(change.fields, reading)
    read.push({ id: change.id, cells, errors })
    unlinked.push(toBeLinked(cells, change.fields, reading))
    if (place % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
  }
  await createLinkReader(world.data.tables, fields)(unlinked)
  const good = read.flatMap(({ id, cells, errors }) => (errors.length === 0 ? [{ id, fields: cells }] : []))
  await writeRows(world, table, async ({ tables }) => {
    for (const part of inParts(good, lengthOfItem)) {
      await tables.patchRows(
        tableId,
        part.map((each) => ({ recordId: each.id, fields: each.fields })),
      )
    }
    return { result: undefined, recordIds: good.map(({ id }) => id) }
  })
  const rows = await rowsOf(world, tableId, good)
  return read.map(({ id, errors }, place) => {
    if (errors.length > 0) return { id, errors }
    const row = rows.get(id)
    return row === undefined ? missing(id, place) : { id, row }
  })
}
