import { AppError } from '#core/errors.ts'
import type { TableFile } from '#core/ports/table-file.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { type ImportOptions, type ImportSummary, type ImportWorld, importOpened } from './import-rows.ts'
import { acceptImport, MAX_ROWS_IN_REQUEST } from './later-import.ts'
import { newTable } from './save-table.ts'
import type { Table } from './table.ts'
import type { TableImport } from './table-import.ts'

/** What came of a file; of one with many rows, the import that goes on. */
export type Imported = ImportSummary | TableImport

type Importing = ImportWorld & Pick<World, 'storage'>

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

async function importNowOrLater(
  world: Importing,
  { options, openTable }: { options: ImportOptions; openTable: (file: TableFile) => { table: Table; isNew: boolean } },
): Promise<Imported> {
  const file = await world.readTableFile(options.bytes, options)
  try {
    const target = { file, ...openTable(file) }
    if (file.rowCount > MAX_ROWS_IN_REQUEST) return await acceptImport(world, target, options)
    return await importOpened(world, target, options)
  } finally {
    await file.close()
  }
}

/** Makes a table of a file; kinds of fields are guessed. All or nothing. */
export function importNewTable(
  world: Importing,
  { name, ...options }: Omit<ImportOptions, 'mode' | 'key'> & { name: string },
): Promise<Imported> {
  const openTable = ({ columns }: TableFile) => ({ table: newTable(world, { name, fields: columns }), isNew: true })
  return importNowOrLater(world, { options, openTable })
}

/**
 * Adds the rows of a file to a table, or lets them replace or change those that are there. New rows are seen all at once;
 * nothing is changed when the file is refused.
 */
export async function importIntoTable(world: Importing, tableId: string, options: ImportOptions): Promise<Imported> {
  checkOptions(options)
  const table = found(await world.data.tables.get(tableId), 'table', tableId)
  return importNowOrLater(world, { options, openTable: () => ({ table, isNew: false }) })
}
