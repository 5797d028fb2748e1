import type { World } from '#core/ports/world.ts'
import { droppedFileKey } from './dropped-file-key.ts'
import { sweepFiles } from './sweep-files.ts'

/** Bytes stay a while after what had them: something with the same ones, or a run that needs them, may be under way. */
const keptForMs = 60 * 60_000
const atOnce = 20

/**
 * Deletes the bytes of images, assets and fonts that were deleted, where no other one has them. A backup that runs may still
 * copy what was deleted since it began.
 */
export async function deleteDroppedFiles(world: Pick<World, 'backups' | 'clock' | 'data' | 'storage'>): Promise<void> {
  const { clock, data } = world
  await sweepFiles(world, {
    next() {
      const at = clock.now()
      const keptSince = Math.min(at.getTime() - keptForMs, world.backups.runningSince()?.getTime() ?? at.getTime())
      return data.droppedFiles.take({ at, droppedBefore: new Date(keptSince), limit: atOnce })
    },
    keyOf: droppedFileKey,
    settle: (files) => data.droppedFiles.settle(files, clock.now()),
  })
}
