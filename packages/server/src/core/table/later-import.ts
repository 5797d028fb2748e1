import type { Failure } from '@pictable/model/failure'
import { AppError, type ErrorDetail, isRetryable } from '#core/errors.ts'
import { firstIdAt } from '#core/ids.ts'
import type { TableFile } from '#core/ports/table-file.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { type ImportOptions, type ImportProgress, type ImportWorld, importOpened } from './import-rows.ts'
import { fieldsOfColumns, keyFieldOf } from './read-file-rows.ts'
import { newTable } from './save-table.ts'
import type { Table } from './table.ts'
import { importKey, type TableImport } from './table-import.ts'

/** Files with more rows are imported after the response: a client need not wait for them. */
export const MAX_ROWS_IN_REQUEST = 50_000

type LaterWorld = ImportWorld & Pick<World, 'storage'>

/**
 * Keeps a file that is imported after the response, and the job that imports it.
 * @throws AppError `invalid_request` when its columns do not fit the table
 */
export async function acceptImport(
  world: LaterWorld,
  { file, table, isNew }: { file: TableFile; table: Table; isNew: boolean },
  { bytes, ...options }: ImportOptions,
): Promise<TableImport> {
  const fields = fieldsOfColumns(file, table)
  if (options.key !== undefined) keyFieldOf(options.key, fields)
  const accepted: TableImport = {
    id: world.newId('import'),
    tableId: table.id,
    tableName: table.name,
    isNew,
    options,
    state: 'active',
    rowCount: file.rowCount,
    doneCount: 0,
    updatedCount: 0,
    result: null,
    error: null,
    createdAt: world.clock.now(),
    finishedAt: null,
  }
  await world.storage.put(importKey(accepted.id), bytes, 'application/octet-stream')
  await world.data.transaction(async (data) => {
    await data.tableImports.insert(accepted)
    await data.queue.send('import-file', [{ importId: accepted.id }])
  })
  return accepted
}

/** A job that is repeated begins again, but for the rows that it changed. */
async function importStored(world: LaterWorld, todo: TableImport, signal: AbortSignal): Promise<void> {
  const { id, tableId, tableName, isNew, options } = todo
  const bytes = await world.storage.get(importKey(id))
  if (bytes === null) throw new AppError('file_missing', 'The uploaded file is no longer stored. Send it again.')
  const progress: ImportProgress = {
    id,
    updatedBefore: todo.updatedCount,
    note: (data, more) => data.tableImports.note(id, more),
    async complete(data, result) {
      const isActive = await data.tableImports.end(id, { result, error: null, at: world.clock.now() })
      if (!isActive) throw new AppError('conflict', 'The import has ended before.')
    },
    signal,
  }
  await world.data.tables.dropImport(id)
  await world.data.tableImports.restart(id)
  const file = await world.readTableFile(bytes, options)
  try {
    const table = isNew
      ? { ...newTable(world, { name: tableName, fields: file.columns }), id: tableId }
      : found(await world.data.tables.get(tableId), 'table', tableId)
    await importOpened(world, { file, table, isNew, progress }, options)
  } finally {
    await file.close()
  }
}

/** An import that cannot succeed says why. */
export async function failImport(
  { clock, data, storage }: Pick<World, 'clock' | 'data' | 'storage'>,
  id: string,
  { code, message, errors = [] }: Failure & { errors?: readonly ErrorDetail[] },
): Promise<void> {
  await data.tableImports.end(id, { result: null, error: { code, message, errors }, at: clock.now() })
  await storage.delete(importKey(id))
}

/** Imports an accepted file. What ended stays as it is. */
export async function runImport(
  world: LaterWorld,
  { importId }: { importId: string },
  signal: AbortSignal,
): Promise<void> {
  const todo = await world.data.tableImports.get(importId)
  if (todo?.state !== 'active') return
  try {
    await importStored(world, todo, signal)
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError) || isRetryable(error)) throw error
    return failImport(world, importId, error)
  }
  await world.storage.delete(importKey(importId))
}

const hourMs = 3_600_000

/** Deletes files of imports that have ended, or that were never accepted. */
export async function clearImportFiles({ clock, data, storage }: Pick<World, 'clock' | 'data' | 'storage'>) {
  // A younger file may be on its way to its import.
  const before = firstIdAt('import', new Date(clock.now().getTime() - hourMs))
  for await (const { key } of storage.list('imports')) {
    const id = key.slice(importKey('').length)
    if (id < before && (await data.tableImports.get(id))?.state !== 'active') await storage.delete(key)
  }
}
