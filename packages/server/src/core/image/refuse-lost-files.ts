import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { filesOfImage } from './image-url.ts'

/** The bytes of something that was deleted are going: the same ones have to be put when they are gone. */
export function lostFiles(): AppError {
  return new AppError(
    'storage_unavailable',
    'An earlier file with the same bytes is still being deleted. Retry in a moment.',
    { retryAfterMs: 1000 },
  )
}

/**
 * To be asked between the put of files and the insert of their images: the bytes of a deleted image may just have gone,
 * although they were put again. @throws AppError `storage_unavailable` when they are to be put once more
 */
export async function refuseLostFiles(
  { clock, data }: Pick<World, 'clock' | 'data'>,
  images: readonly Parameters<typeof filesOfImage>[0][],
): Promise<void> {
  const files = images.flatMap(filesOfImage)
  if (files.length > 0 && !(await data.droppedFiles.revive(files, clock.now()))) throw lostFiles()
}
