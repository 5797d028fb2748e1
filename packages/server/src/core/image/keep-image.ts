import type { RenderedFile, RenderResult } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import type { Image } from './image.ts'
import { contentTypeOf, imageKey } from './image-url.ts'

/** Puts the files of an image into the storage. */
export async function keepImage(
  world: Pick<World, 'digest' | 'storage'>,
  { files, thumbnail }: Pick<RenderResult, 'files' | 'thumbnail'>,
): Promise<Pick<Image, 'files' | 'thumbnail'>> {
  const keep = async ({ format, bytes, widthPx, heightPx }: RenderedFile) => {
    const file = { format, hash: world.digest.sha256(bytes), sizeBytes: bytes.length, widthPx, heightPx }
    await world.storage.put(imageKey(file), bytes, contentTypeOf(format))
    return file
  }
  const [small = null, ...kept] = await Promise.all([thumbnail && keep(thumbnail), ...files.map(keep)])
  return { files: kept.filter((file) => file !== undefined), thumbnail: small }
}
