import type { ImageFile } from '#core/image/image.ts'

/** What names a file in the storage. */
export type FileName = Pick<ImageFile, 'hash' | 'format'>

/**
 * Files of images that were deleted: their bytes go some time later, unless another image has them too. An image with the
 * same bytes may be made at any moment, so whoever makes one asks first whether they are still there.
 */
export interface DroppedFileData {
  /**
   * Takes some that were dropped before the time and that no image has, for their bytes to be deleted.
   * @returns null when none is left to look at
   */
  take(options: { at: Date; droppedBefore: Date; limit: number }): Promise<FileName[] | null>
  /** Their bytes are gone. */
  settle(files: readonly FileName[], at: Date): Promise<void>
  /** An image is about to have these, which have been put. @returns false when bytes may have gone since: put them again */
  revive(files: readonly FileName[], at: Date): Promise<boolean>
}
