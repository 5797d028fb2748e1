import type { Patch } from '#core/ports/source.ts'
import { type TellWorld, tellChange } from './tell-change.ts'

/** Writes the outcome of a run into rows of a built-in table. @returns the ids that were there */
export type WriteBackRows = (tableId: string, patches: readonly Patch[]) => Promise<Set<string>>

export function createWriteBackRows(world: TellWorld): WriteBackRows {
  return (tableId, patches) =>
    world.data.transaction(async (data) => {
      const written = await data.tables.patchRows(tableId, patches)
      const writtenBack = [...new Set(patches.flatMap(({ fields }) => Object.keys(fields)))]
      await tellChange({ ...world, data }, { tableId, recordIds: [...written], writtenBack })
      return written
    })
}
