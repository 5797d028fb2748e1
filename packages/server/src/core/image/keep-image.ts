import type { RenderedFile } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import type { ImageFile } from './image.ts'
import { contentTypeOf, imageKey } from './image-url.ts'

/** Puts the files of an image into the storage. */
export async function keepImage(
  world: Pick<World, 'digest' | 'storage'>,
  files: readonly RenderedFile[],
): Promise<ImageFile[]> {
  return Promise.all(
    files.map(async ({ format, bytes, widthPx, heightPx }) => {
      const file = { format, hash: world.digest.sha256(bytes), sizeBytes: bytes.length, widthPx, heightPx }
      await world.storage.put(imageKey(file), bytes, contentTypeOf(format))
      return file
    }),
  )
}
