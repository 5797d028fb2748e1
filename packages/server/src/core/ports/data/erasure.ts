/** What was deleted or made unrecognisable. */
export interface Erased {
  images: number
  /** What runs kept of the records. */
  runRecords: number
  deliveries: number
}

/** Some records of an action, of any table that it had unless a time says otherwise. */
export interface ErasedRecords {
  actionId: string
  recordIds: readonly string[]
  /** Only what was made since its table was chosen. */
  from?: Date | undefined
  /** Only what was made before, as far as its images are unpublished. */
  until?: Date | undefined
}

export interface ErasureData {
  /**
   * Deletes the images of records of an action, and what runs keep of them. Counts of runs stay as they are. The files are
   * dropped, and the deliveries are noted to be deleted. Safe to repeat.
   */
  images(erased: ErasedRecords, at: Date): Promise<Pick<Erased, 'images' | 'runRecords'>>
  /** Actions with deliveries that are noted to be deleted. */
  unfinished(): Promise<string[]>
  /** Deletes the deliveries that are noted for an action. Outside of a transaction: every delivery is looked at. */
  deliveries(actionId: string): Promise<number>
}
