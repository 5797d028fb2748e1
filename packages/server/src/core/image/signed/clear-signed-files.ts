import { sweepFiles } from '#core/image/sweep-files.ts'
import type { World } from '#core/ports/world.ts'
import { type SignedFile, signedFileKey } from './signed-file.ts'

const maxBytes = 2 * 2 ** 30
const atOnce = 50

/** Clears away files of signed addresses that are old, or too many. One that is wanted again is rendered again. */
export async function clearSignedFiles(world: Pick<World, 'clock' | 'data' | 'storage'>): Promise<void> {
  const { signedFiles } = world.data
  const at = world.clock.now()
  await sweepFiles<SignedFile>(world, {
    async next(undeletable) {
      const files = await signedFiles.old({ at, maxBytes, skip: undeletable, limit: atOnce })
      return files.length === 0 ? null : files
    },
    keyOf: signedFileKey,
    // The bytes first: a row without them is rendered again, bytes without a row would lie there for ever.
    settle: (files) => signedFiles.forget(files),
  })
}
