import type { Action } from '#core/action/action.ts'
import { firstIdAt } from '#core/ids.ts'

/** Whether it matters to an action which records were deleted: to their images, or to the feed, which lists none of them. */
export function tracksDeleted({
  deletedRecords,
  feedTokenHash,
}: Pick<Action, 'deletedRecords' | 'feedTokenHash'>): boolean {
  return deletedRecords !== 'keep' || feedTokenHash !== null
}

/** Images from before are of another table that the action had. */
export const sinceImageId = ({ tableSince }: Pick<Action, 'tableSince'>): string =>
  tableSince === null ? '' : firstIdAt('image', tableSince)
