import type { FileName } from '#core/ports/data/dropped-files.ts'
import type { World } from '#core/ports/world.ts'
import { lostFiles } from './refuse-lost-files.ts'

/** Where an upload is kept, and as what it is known when nothing has it any more. */
interface Upload {
  key: string
  file: FileName
  bytes: Uint8Array
  contentType: string
}

/**
 * Puts the bytes of what is inserted next; once more when the same ones were deleted before and have just gone.
 * @throws AppError `storage_unavailable` while they are going
 */
export async function keepUpload(
  { clock, data, storage }: Pick<World, 'clock' | 'data' | 'storage'>,
  { key, file, bytes, contentType }: Upload,
): Promise<void> {
  const isKept = async () => {
    await storage.put(key, bytes, contentType)
    return data.droppedFiles.revive([file], clock.now())
  }
  if (!(await isKept()) && !(await isKept())) throw lostFiles()
}
