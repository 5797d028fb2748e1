/** What was deleted or made unrecognisable. */
export interface Erased {
  images: number
  /** What runs kept of the records. */
  runRecords: number
  deliveries: number
}

export interface ErasureData {
  /**
   * Deletes the images of records of an action, and what runs and webhook deliveries keep of them. Counts of runs stay as they
   * are. The files are dropped. Safe to repeat.
   */
  images(actionId: string, recordIds: readonly string[], at: Date): Promise<Pick<Erased, 'images' | 'runRecords'>>
  /** Outside of a transaction: every delivery is looked at. */
  deliveries(actionId: string, recordIds: readonly string[]): Promise<number>
}
