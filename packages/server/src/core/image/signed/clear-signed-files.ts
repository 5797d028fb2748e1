import type { World } from '#core/ports/world.ts'
import { signedFileKey } from './signed-file.ts'

const maxBytes = 2 * 2 ** 30
const atOnce = 500

/** Clears away files of signed addresses that are old, or too many. One that is wanted again is rendered again. */
export async function clearSignedFiles({
  clock,
  data,
  storage,
}: Pick<World, 'clock' | 'data' | 'storage'>): Promise<void> {
  const at = clock.now()
  for (;;) {
    const files = await data.signedFiles.old({ at, maxBytes, limit: atOnce })
    // The bytes first: a row without them is rendered again, bytes without a row would lie there for ever.
    for (const file of files) await storage.delete(signedFileKey(file))
    await data.signedFiles.forget(files)
    if (files.length < atOnce) return
  }
}
