import type { RenderedFile, RenderResult } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import type { Image, ImageFile } from './image.ts'
import { contentTypeOf, imageKey } from './image-url.ts'

type Needs = Pick<World, 'digest' | 'storage'>

export async function keepFile(
  { digest, storage }: Needs,
  { format, bytes, widthPx, heightPx }: RenderedFile,
): Promise<ImageFile> {
  const file = { format, hash: digest.sha256(bytes), sizeBytes: bytes.length, widthPx, heightPx }
  await storage.put(imageKey(file), bytes, contentTypeOf(format))
  return file
}

/** Puts the files of an image into the storage. */
export async function keepImage(
  world: Needs,
  made: Pick<RenderResult, 'files' | 'thumbnail' | 'preview'>,
): Promise<Pick<Image, 'files' | 'thumbnail' | 'preview'>> {
  const keep = async (file: RenderedFile | undefined) => (file === undefined ? null : keepFile(world, file))
  const [files, thumbnail, preview] = await Promise.all([
    Promise.all(made.files.map((file) => keepFile(world, file))),
    keep(made.thumbnail),
    keep(made.preview),
  ])
  return { files, thumbnail, preview }
}
