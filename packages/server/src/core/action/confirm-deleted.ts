import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { tracksDeleted } from '#core/run/tracks-deleted.ts'
import type { Action } from './action.ts'

/** More are not counted. */
const MAX_COUNTED = 100_000

/** How many records are missing together, so that someone has to confirm that they were deleted. Reads nothing where that does not matter. */
export async function countMissing({ data }: Pick<World, 'data'>, action: Action): Promise<number> {
  return tracksDeleted(action) ? data.deletedRecords.count(action.id, 'held', MAX_COUNTED) : 0
}

/** The records that are missing together were deleted indeed: a job unpublishes their images. @returns how many there are */
export async function confirmDeleted(
  { clock, data }: Pick<World, 'clock' | 'data'>,
  actionId: string,
): Promise<number> {
  const action = found(await data.actions.get(actionId), 'action', actionId)
  const confirmedAt = clock.now().toISOString()
  const records = await countMissing({ data }, action)
  if (records > 0) await data.queue.send('find-deleted', [{ actionId, confirmedAt }])
  return records
}
