import type { World } from '#core/ports/world.ts'
import { imageKey } from './image-url.ts'

/** Bytes stay a while after the image: an image with the same ones may be under way. */
const keptForMs = 60 * 60_000
const atOnce = 20

/** Deletes the bytes of images that were deleted, where no other image has them. */
export async function deleteDroppedFiles({
  clock,
  data,
  storage,
}: Pick<World, 'clock' | 'data' | 'storage'>): Promise<void> {
  for (;;) {
    const at = clock.now()
    const droppedBefore = new Date(at.getTime() - keptForMs)
    const files = await data.droppedFiles.take({ at, droppedBefore, limit: atOnce })
    if (files === null) return
    await Promise.all(files.map((file) => storage.delete(imageKey(file))))
    await data.droppedFiles.settle(files, clock.now())
  }
}
