import type { Action } from '#core/action/action.ts'

/** Whether it matters to an action which records were deleted: to their images, or to the feed, which lists none of them. */
export function tracksDeleted({
  deletedRecords,
  feedTokenHash,
}: Pick<Action, 'deletedRecords' | 'feedTokenHash'>): boolean {
  return deletedRecords !== 'keep' || feedTokenHash !== null
}
