import type { FileFormat } from '@pictable/model/image'

/** What names a file in the storage: of an image, or the one of an asset or a font. */
export interface FileName {
  hash: string
  format: FileFormat | 'asset' | 'font'
}

/**
 * Files of images, assets and fonts that were deleted: their bytes go some time later, unless another one of the kind has
 * them too. One with the same bytes may be made at any moment, so whoever makes one asks first whether they are still there.
 */
export interface DroppedFileData {
  /**
   * Takes some that were dropped before the time and that nothing has, for their bytes to be deleted.
   * @returns null when none is left to look at
   */
  take(options: { at: Date; droppedBefore: Date; limit: number }): Promise<FileName[] | null>
  /** Their bytes are gone. */
  settle(files: readonly FileName[], at: Date): Promise<void>
  /** Something is about to have these, which have been put. @returns false when bytes may have gone since: put them again */
  revive(files: readonly FileName[], at: Date): Promise<boolean>
}
