import type { Action } from '#core/action/action.ts'
import { firstIdAt } from '#core/ids.ts'
import type { Known } from '#core/ports/data/deleted-records.ts'
import type { Data } from '#core/ports/data.ts'

/** Whether it matters to an action which records were deleted: to their images, or to the feed, which lists none of them. */
export function tracksDeleted({
  deletedRecords,
  feedTokenHash,
}: Pick<Action, 'deletedRecords' | 'feedTokenHash'>): boolean {
  return deletedRecords !== 'keep' || feedTokenHash !== null
}

/** The records of an action. Images from before its table was chosen are of another one. */
export const knownOf = ({ id, tableSince }: Pick<Action, 'id' | 'tableSince'>): Known => ({
  actionId: id,
  sinceImageId: tableSince === null ? '' : firstIdAt('image', tableSince),
})

/** A page of the table was read: images of its records are published again. `inside` are those that the action works on. */
export async function noteThere(
  data: Pick<Data, 'deletedRecords'>,
  action: Action,
  { there, inside, at }: { there: readonly string[]; inside: readonly { id: string }[]; at: Date },
): Promise<void> {
  const known = knownOf(action)
  const ids = new Set(inside.map(({ id }) => id))
  await data.deletedRecords.restore(known, [...ids])
  const outside = there.filter((id) => !ids.has(id))
  await data.deletedRecords.restore(known, outside, at)
}

/** A record that a listing lacks was there until then at the latest: images that are made of the listing do not count. */
export const justBefore = (listing: Date): Date => new Date(listing.getTime() - 1)
