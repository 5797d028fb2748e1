/**
 * `candidate`: a complete listing lacks it. `found`: the table does not have it either. `held`: more than half were found together,
 * so someone has to confirm it. `deleted`: its images are unpublished.
 */
export type DeletedState = 'candidate' | 'found' | 'held' | 'deleted'

/** Records of an action whose images were rendered from its table as it is. */
interface Known {
  actionId: string
  /** Images from before are of another table. */
  sinceImageId: string
}

/** Records that were deleted from the tables of actions. */
export interface DeletedRecordData {
  /** Adds the records that a complete run did not list. */
  addUnlisted(known: Known & { runId: string; at: Date }): Promise<void>
  /** Adds candidates. @returns how many were not known yet */
  add(actionId: string, recordIds: readonly string[], at: Date): Promise<number>
  /** Records with images, by id: those of a page. */
  known(known: Known & { after: string; limit: number }): Promise<string[]>
  /** The first of those in this state, by id. */
  first(actionId: string, state: DeletedState, limit: number): Promise<string[]>
  /** The first that were deleted before, by id. */
  due(actionId: string, before: Date, limit: number): Promise<string[]>
  setState(actionId: string, recordIds: readonly string[], change: { state: DeletedState; at: Date }): Promise<void>
  /** Marks them as deleted, and has the URLs of their images answer 410. */
  unpublish(actionId: string, recordIds: readonly string[], at: Date): Promise<void>
  /** They are in the table: their images are published again. */
  restore(actionId: string, recordIds: readonly string[]): Promise<void>
  /** Counts up to a limit. */
  count(actionId: string, state: DeletedState, limit: number): Promise<number>
  /** Of the records with images, those that are not in the list of deleted ones; counts up to a limit. */
  countOthers(known: Known & { limit: number }): Promise<number>
  /** Actions whose deleted records lose their images, with the days until then. */
  deleting(): Promise<{ id: string; days: number }[]>
  /** For an action that was deleted. */
  deleteOf(actionId: string): Promise<void>
  /** Deletes what a crash left behind when its action was deleted. */
  deleteOfGoneActions(): Promise<void>
}
