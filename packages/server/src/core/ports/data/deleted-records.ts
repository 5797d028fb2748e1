/**
 * `candidate`: a complete listing lacks it. `outside`: the table has it, but not in the view or the filter. `missing`: the table
 * does not have it. `found`: nor has it some minutes later. `held`: more than half were found together, so someone has to confirm
 * it. `deleted`: its images are unpublished. `erased`: nothing is left of it but that there was one.
 */
export type DeletedState = 'candidate' | 'outside' | 'missing' | 'found' | 'held' | 'deleted' | 'erased'

/** Records of an action whose images were rendered from its table as it is. */
export interface Known {
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
  /** The view was read to its end then: what goes missing later was there. */
  noteListed(actionId: string, at: Date): Promise<void>
  /** Records that go missing next were there when it is read next. */
  forgetListing(actionId: string): Promise<void>
  /** Records with images, by id: those of a page. */
  known(known: Known & { after: string; limit: number }): Promise<string[]>
  /** Of these, the records with images, of any output. */
  knownAmong(known: Known, recordIds: readonly string[]): Promise<string[]>
  /** The first of those in this state, by id; with a time, of those that have been in it since then at the latest. */
  first(actionId: string, state: DeletedState, limit: number, by?: Date): Promise<string[]>
  /** Of these, those that were deleted. */
  deletedAmong(actionId: string, recordIds: readonly string[]): Promise<string[]>
  /** The next that were deleted before, by id. */
  due(actionId: string, before: Date, page: { after: string; limit: number }): Promise<string[]>
  /** Those of them that are still due, which nothing restores until the transaction ends. */
  lockDue(actionId: string, before: Date, recordIds: readonly string[]): Promise<string[]>
  /** Of those that are in another state by now, nothing changes. */
  setState(actionId: string, recordIds: readonly string[], change: StateChange): Promise<void>
  /** Marks them as deleted, and has the URLs of their images answer 410; unless they are in another state by now. */
  unpublish(known: Known, recordIds: readonly string[], change: Omit<StateChange, 'state'>): Promise<void>
  /** They are in the table, with a time outside of the view or the filter: their images are published again. */
  restore(known: Known, recordIds: readonly string[], outsideAt?: Date): Promise<void>
  /** Publishes images that are not published, whatever their record. @returns how many, up to a limit */
  publish(actionId: string, limit: number): Promise<number>
  /** Counts up to a limit. */
  count(actionId: string, state: DeletedState, limit: number): Promise<number>
  /**
   * Counts up to a limit those that are missing, and those that were deleted after a time without being confirmed.
   * `since`: all were there then, and the first went missing.
   */
  countMissing(actionId: string, after: Date, limit: number): Promise<{ count: number; since: Date | null }>
  /** Of the records with images, those that are not missing, and had one before the given one; counts up to a limit. */
  countOthers(known: Known & { beforeImageId: string; limit: number }): Promise<number>
  /** Actions whose deleted records lose their images. */
  deleting(): Promise<string[]>
  /** Actions with records that wait since then for an answer of the table, or are outside since then. */
  waiting(since: { waiting: Date; outside: Date }): Promise<string[]>
  /** Records whose images of earlier tables were unpublished before. */
  ofEarlierTables(known: Known & { before: Date; limit: number }): Promise<string[]>
  /** For an action that gets another table: what was deleted from the old one stays unpublished. */
  forgetTable(actionId: string): Promise<void>
  /** Forgets those that were erased before. */
  forgetErased(before: Date): Promise<void>
  /** For an action that was deleted. */
  deleteOf(actionId: string): Promise<void>
  /** Deletes what a crash left behind when its action was deleted. */
  deleteOfGoneActions(): Promise<void>
}
