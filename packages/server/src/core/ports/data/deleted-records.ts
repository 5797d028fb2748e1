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

interface StateChange {
  from: DeletedState
  state: DeletedState
  at: Date
}

/** Records that were deleted from the tables of actions. */
export interface DeletedRecordData {
  /** Adds the records that a complete run did not list. */
  addUnlisted(known: Known & { runId: string; at: Date }): Promise<void>
  /** Adds candidates. @returns how many were not known yet */
  add(actionId: string, recordIds: readonly string[], at: Date): Promise<number>
  /** Records with images, by id: those of a page. */
  known(known: Known & { after: string; limit: number }): Promise<string[]>
  /** Of these, the records with images, of any output. */
  knownAmong(known: Known, recordIds: readonly string[]): Promise<string[]>
  /** The first of those in this state, by id; with a time, of those that have been in it since then at the latest. */
  first(actionId: string, state: DeletedState, limit: number, by?: Date): Promise<string[]>
  /** The next that were deleted before, by id. */
  due(actionId: string, before: Date, page: { after: string; limit: number }): Promise<string[]>
  /** Those of them that are still due, which nothing restores until the transaction ends. */
  lockDue(actionId: string, before: Date, recordIds: readonly string[]): Promise<string[]>
  /** Of those that are in another state by now, nothing changes. */
  setState(actionId: string, recordIds: readonly string[], change: StateChange): Promise<void>
  /** Marks them as deleted, and has the URLs of their images answer 410; unless they are in another state by now. */
  unpublish(actionId: string, recordIds: readonly string[], change: Omit<StateChange, 'state'>): Promise<void>
  /** They are in the table: their images are published again. */
  restore(actionId: string, recordIds: readonly string[]): Promise<void>
  /** Counts up to a limit; with a time, those that came into this state after it. */
  count(actionId: string, state: DeletedState, limit: number, since?: Date): Promise<number>
  /** Of the records with images, those that are not in the list of deleted ones; counts up to a limit. */
  countOthers(known: Known & { limit: number }): Promise<number>
  /** Actions whose deleted records lose their images. */
  deleting(): Promise<string[]>
  /** For an action that gets another table: only what was deleted from the old one stays. */
  forgetUndecided(actionId: string): Promise<void>
  /** For an action that was deleted. */
  deleteOf(actionId: string): Promise<void>
  /** Deletes what a crash left behind when its action was deleted. */
  deleteOfGoneActions(): Promise<void>
}
