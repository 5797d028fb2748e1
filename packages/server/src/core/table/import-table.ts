import { AppError } from '#core/errors.ts'
import { found } from '#core/revision.ts'
import { type ImportOptions, type ImportSummary, type ImportWorld, importOpened } from './import-rows.ts'
import { newTable } from './save-table.ts'

function checkOptions({ mode, key }: ImportOptions): void {
  if (mode === 'upsert' && key === undefined) {
    const detail = 'is missing: name the field that identifies the rows'
    throw new AppError('invalid_request', `"key" ${detail}.`, { errors: [{ pointer: '/query/key', detail }] })
  }
  if ((mode ?? 'append') === 'append' && key !== undefined) {
    const detail = 'is only for the modes upsert and replace'
    throw new AppError('invalid_request', `"key" ${detail}.`, { errors: [{ pointer: '/query/key', detail }] })
  }
}

/** Makes a table of a file; kinds of fields are guessed. All or nothing. */
export async function importNewTable(
  world: ImportWorld,
  { name, ...options }: Omit<ImportOptions, 'mode' | 'key'> & { name: string },
): Promise<ImportSummary> {
  const file = await world.readTableFile(options.bytes, options)
  try {
    const table = newTable(world, { name, fields: file.columns })
    return await importOpened(world, { file, table, isNew: true }, options)
  } finally {
    await file.close()
  }
}

/**
 * Adds the rows of a file to a table, or lets them replace or change those that are there. New rows are seen all at once;
 * nothing is changed when the file is refused.
 */
export async function importIntoTable(
  world: ImportWorld,
  tableId: string,
  options: ImportOptions,
): Promise<ImportSummary> {
  checkOptions(options)
  const table = found(await world.data.tables.get(tableId), 'table', tableId)
  const file = await world.readTableFile(options.bytes, options)
  try {
    return await importOpened(world, { file, table, isNew: false }, options)
  } finally {
    await file.close()
  }
}
