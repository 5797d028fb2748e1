import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { eraseRecords } from './erase-records.ts'

const dayMs = 24 * 3_600_000
/** Each time every delivery is looked at. */
const RECORDS_AT_ONCE = 500

/** Erases the records that were deleted from their tables, once the days have passed that their action allows. Safe to repeat. */
export async function eraseDeleted(world: Pick<World, 'clock' | 'data'>): Promise<void> {
  const { clock, data } = world
  for (const { id, days } of await data.deletedRecords.deleting()) {
    const before = new Date(clock.now().getTime() - days * dayMs)
    for (;;) {
      if ((await data.deletedRecords.due(id, before, 1)).length === 0) break
      try {
        // The marks of the records go with all else of them. A run may have found some in the table by now.
        await eraseRecords(world, id, (inside) => inside.deletedRecords.due(id, before, RECORDS_AT_ONCE))
      } catch (error) {
        // The action runs, or was deleted: the next round finds what is left.
        if (error instanceof AppError && ['conflict', 'not_found'].includes(error.code)) break
        throw error
      }
    }
  }
}
