import type { TableData } from '#core/ports/data/tables.ts'
import type { Patch } from '#core/ports/source.ts'
import { type TellWorld, tellChange } from './tell-change.ts'

/** The built-in tables, as a source reads them and writes into them. */
export interface OwnTables {
  tables: TableData
  /** Writes the outcome of a run into rows. @returns the ids that were there */
  writeBackRows(tableId: string, patches: readonly Patch[]): Promise<Set<string>>
}

export function ownTables(world: TellWorld): OwnTables {
  return {
    tables: world.data.tables,
    writeBackRows: (tableId, patches) =>
      world.data.transaction(async (data) => {
        const written = await data.tables.patchRows(tableId, patches)
        const writtenBack = [...new Set(patches.flatMap(({ fields }) => Object.keys(fields)))]
        await tellChange({ ...world, data }, { tableId, recordIds: [...written], writtenBack })
        return written
      }),
  }
}
