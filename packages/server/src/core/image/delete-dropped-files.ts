import type { World } from '#core/ports/world.ts'
import { imageKey } from './image-url.ts'
import { sweepFiles } from './sweep-files.ts'

/** Bytes stay a while after the image: an image with the same ones may be under way. */
const keptForMs = 60 * 60_000
const atOnce = 20

/** Deletes the bytes of images that were deleted, where no other image has them. */
export async function deleteDroppedFiles(world: Pick<World, 'clock' | 'data' | 'storage'>): Promise<void> {
  const { clock, data } = world
  await sweepFiles(world, {
    next() {
      const at = clock.now()
      return data.droppedFiles.take({ at, droppedBefore: new Date(at.getTime() - keptForMs), limit: atOnce })
    },
    keyOf: imageKey,
    settle: (files) => data.droppedFiles.settle(files, clock.now()),
  })
}
