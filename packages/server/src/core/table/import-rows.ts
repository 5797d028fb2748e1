import type { MistakeRule } from '@pictable/model/table'
import type { ErrorDetail } from '#core/errors.ts'
import type { NewRow } from '#core/ports/data/tables.ts'
import type { Data } from '#core/ports/data.ts'
import type { Patch } from '#core/ports/source.ts'
import type { TableFile } from '#core/ports/table-file.ts'
import type { World } from '#core/ports/world.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { found } from '#core/revision.ts'
import { MOST_NAMED } from '#core/trigger/trigger.ts'
import { nextTurn } from '#core/turns.ts'
import { inParts, lengthOfItem } from '#core/within-size.ts'
import { createLinkReader, type LinkReader } from './link-reader.ts'
import type { NotifyWorld } from './notify-triggers.ts'
import {
  createRowReader,
  fieldsOfColumns,
  keyFieldOf,
  type ReadRow,
  type RowReader,
  readLinksOf,
} from './read-file-rows.ts'
import type { Cells } from './rows.ts'
import { rowsOfTable } from './rows-of-table.ts'
import type { Table, TableField } from './table.ts'
import { valueKey } from './value-key.ts'
import { writeRows } from './write-rows.ts'

export type ImportWorld = NotifyWorld & Pick<World, 'newId' | 'readTableFile'>

export interface ImportOptions {
  bytes: Uint8Array
  /** Name or number of the sheet of a workbook. */
  sheet?: string | undefined
  /** What becomes of the rows that are there: they stay, they go, or those with the same key are changed. */
  mode?: 'append' | 'replace' | 'upsert' | undefined
  /** The field whose value tells the rows apart. */
  key?: string | undefined
  /** Whether rows with mistakes refuse the whole file, or are left out. */
  mistakes?: MistakeRule | undefined
}

export interface ImportCounts {
  added: number
  updated: number
  unchanged: number
  removed: number
  skipped: number
  /** The first hundred of them. */
  skippedRows: { line: number; reason: string }[]
  sheets: TableFile['sheets']
  errorCells: number
}

export type ImportSummary = ImportCounts & { table: Table }

/** An import that goes on after the response: what is known of it goes into the database as it goes on. */
export interface ImportProgress {
  id: string
  /** Rows that were changed by an attempt that was cut off. */
  updatedBefore: number
  note(data: Data, more: { done: number; updated: number }): Promise<void>
  complete(data: Data, result: ImportCounts): Promise<void>
  /** Ends this attempt. */
  signal: AbortSignal
}

const rowsAtOnce = 500
const mostSkippedShown = 100
const mostMistakes = 20
/** Of any number of columns: then everything else has its turn. */
const ROWS_PER_TURN = 50

/** A file on its way into a table. */
interface Import {
  world: ImportWorld
  file: TableFile
  table: Table
  isNew: boolean
  options: Omit<ImportOptions, 'bytes'>
  reader: RowReader
  readLinks: LinkReader
  keyField: TableField | undefined
  /** Rows that were there by their key; null for a key that several have. */
  known: ReadonlyMap<string, string | null>
  progress: ImportProgress | undefined
}

/** What the rows of the file come to. */
interface Outcome {
  importId: string
  patches: Patch[]
  mistakes: ErrorDetail[]
  counts: ImportCounts
  /** The ids of new rows; null when they are too many to be named. */
  added: string[] | null
}

async function keysOfTable(world: ImportWorld, table: Table, keyField: TableField) {
  const known = new Map<string, string | null>()
  for await (const rows of rowsOfTable(world.data, table.id))
    for (const row of rows) {
      const key = valueKey(row.fields[keyField.id])
      if (key !== null) known.set(key, known.has(key) ? null : row.id)
    }
  return known
}

function skip({ counts, mistakes }: Outcome, line: number, found: readonly ErrorDetail[]): void {
  counts.skipped++
  if (mistakes.length < mostMistakes) mistakes.push(...found)
  const reason = found.map(({ detail }) => detail.replace(/^Line \d+: /, '')).join(' ')
  if (counts.skippedRows.length < mostSkippedShown) counts.skippedRows.push({ line, reason })
}

const filled = (cells: Cells): Cells => Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null))

/** Sorts the rows of a piece into new, changed, unchanged and skipped ones. @returns the new ones */
async function sortPiece(todo: Import, rows: readonly ReadRow[], outcome: Outcome): Promise<NewRow[]> {
  const { world, table, known, keyField } = todo
  const added: NewRow[] = []
  const changes = new Map<string, Cells>()
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
    if ('mistakes' in row) {
      skip(outcome, row.line, row.mistakes)
      continue
    }
    const rowId = row.key === null ? undefined : known.get(row.key)
    if (rowId === null) {
      const detail = `Line ${row.line}: several rows of the table have the same "${keyField?.name}".`
      skip(outcome, row.line, [{ pointer: '/query/key', detail }])
    } else if (rowId === undefined) added.push({ id: world.newId('row'), fields: filled(row.cells) })
    else changes.set(rowId, row.cells)
  }
  for (const row of await world.data.tables.rowsById(table.id, [...changes.keys()])) {
    const cells = changes.get(row.id) ?? {}
    const isSame = Object.entries(cells).every(([id, value]) => valueKey(value) === valueKey(row.fields[id]))
    if (isSame) outcome.counts.unchanged++
    else outcome.patches.push({ recordId: row.id, fields: cells })
  }
  return added
}

/** Brings the new rows in, unseen, piece by piece so that everyone else has a turn in between. */
async function bringIn(todo: Import, outcome: Outcome): Promise<void> {
  const { world, file, table, reader, readLinks, options, progress } = todo
  const { counts, mistakes, importId } = outcome
  const refuses = options.mistakes !== 'skip'
  let place = await world.data.tables.startImport(table.id, { importId, rowCount: file.rowCount })
  let index = 0
  for await (const piece of file.pieces()) {
    progress?.signal.throwIfAborted()
    const patchesBefore = outcome.patches.length
    const rows: ReadRow[] = []
    for (const row of piece) {
      rows.push(reader.read(row, index++))
      if (index % ROWS_PER_TURN === 0) await nextTurn()
    }
    const linked = await readLinksOf(rows, index - rows.length, readLinks)
    const added = await sortPiece(todo, linked, outcome)
    if (refuses && mistakes.length > 0) {
      if (mistakes.length >= mostMistakes) break
      continue
    }
    for (const part of inParts(added, lengthOfItem)) {
      await world.data.tables.insertImported(importId, place, part)
      place += part.length
    }
    counts.added += added.length
    outcome.added = counts.added > MOST_NAMED ? null : [...(outcome.added ?? []), ...added.map(({ id }) => id)]
    const done = piece.length - (outcome.patches.length - patchesBefore)
    await progress?.note(world.data, { done, updated: 0 })
  }
  if (refuses) refuseIfAny(mistakes, 'Some values do not match the fields of the table.')
}

/** Changes rows piece by piece: when it is cut off, the same file sent again goes on where it ended. */
async function changeRows({ world, table, progress }: Import, { patches, counts }: Outcome): Promise<void> {
  for (let from = 0; from < patches.length; from += rowsAtOnce) {
    progress?.signal.throwIfAborted()
    const part = patches.slice(from, from + rowsAtOnce)
    counts.updated += await writeRows(world, table, async (data) => {
      const updated = await data.tables.patchRows(table.id, part)
      await progress?.note(data, { done: part.length, updated: updated.size })
      return { result: updated.size, recordIds: [...updated] }
    })
  }
  const before = progress?.updatedBefore ?? 0
  counts.updated += before
  counts.unchanged = Math.max(0, counts.unchanged - before)
}

/** Rows whose key is not in the file. */
async function rowsToRemove({ world, table, keyField, reader }: Import): Promise<string[]> {
  const ids: string[] = []
  if (keyField === undefined) return ids
  for await (const rows of rowsOfTable(world.data, table.id))
    for (const row of rows) {
      const key = valueKey(row.fields[keyField.id])
      if (key === null || !reader.hasRead(key)) ids.push(row.id)
    }
  return ids
}

/** The one moment in which new rows are seen, and those that are replaced go. */
async function finish(todo: Import, outcome: Outcome): Promise<void> {
  const { world, table, isNew, options, keyField, progress } = todo
  const isReplacing = options.mode === 'replace'
  const leaving = isReplacing ? await rowsToRemove(todo) : []
  await world.data.transaction(async (data) => {
    if (isNew) await data.tables.insert(table)
    await writeRows({ ...world, data }, table, async ({ tables }) => {
      const { counts } = outcome
      const gone = (await tables.deleteRows(table.id, leaving)).size
      const removeOthers = isReplacing && keyField === undefined
      counts.removed = gone + (await tables.finishImport(outcome.importId, { removeOthers }))
      const named = outcome.added === null || removeOthers ? null : [...outcome.added, ...leaving]
      return { result: undefined, recordIds: counts.added + counts.removed === 0 ? [] : named }
    })
    await progress?.complete(data, outcome.counts)
  })
}

async function importFile(todo: Import): Promise<Outcome> {
  const { world, file, progress } = todo
  const { sheets, errorCells } = file
  const outcome: Outcome = {
    importId: progress?.id ?? world.newId('import'),
    patches: [],
    added: [],
    mistakes: [],
    counts: { added: 0, updated: 0, unchanged: 0, removed: 0, skipped: 0, skippedRows: [], sheets, errorCells },
  }
  try {
    await bringIn(todo, outcome)
    await changeRows(todo, outcome)
    await finish(todo, outcome)
    return outcome
  } finally {
    // when this fails, they stay unseen until they are swept away
    await world.data.tables.dropImport(outcome.importId).catch(() => {})
  }
}

/** Imports an opened file. @throws AppError when it does not fit the table, or holds mistakes that refuse it */
export async function importOpened(
  world: ImportWorld,
  { file, table, isNew, progress }: Pick<Import, 'file' | 'table' | 'isNew'> & Partial<Pick<Import, 'progress'>>,
  options: Omit<ImportOptions, 'bytes'>,
): Promise<ImportSummary> {
  const fields = fieldsOfColumns(file, table)
  const keyField = options.key === undefined ? undefined : keyFieldOf(options.key, fields)
  const reader = createRowReader(fields, keyField)
  const readLinks = createLinkReader(world.data.tables, fields, { readsAll: true })
  const known = keyField === undefined ? new Map() : await keysOfTable(world, table, keyField)
  const { counts } = await importFile({
    ...{ world, file, table, isNew, options, progress },
    ...{ reader, readLinks, keyField, known },
  })
  const kept = found(await world.data.tables.get(table.id), 'table', table.id)
  return { table: kept, ...counts }
}
