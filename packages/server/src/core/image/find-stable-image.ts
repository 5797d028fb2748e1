import { type Image, type ImageFile, refuseUnpublished } from '#core/image/image.ts'
import { fileExtensionOf } from '#core/image/image-url.ts'
import { outputsOf, shownName } from '#core/output/outputs-of.ts'
import { keyInUrl } from '#core/output/stable-url.ts'
import type { World } from '#core/ports/world.ts'

export interface StablePath {
  actionId: string
  /** The key of a record, or its slug. */
  key: string
  /** The name of an output; null for the first. */
  output: string | null
  /** Of the format. */
  extension: string
}

/**
 * The newest image at a stable URL; null also for an action without stable URLs, so that no one can tell these apart. Reads
 * three rows by their keys.
 */
export async function findStableImage(
  world: Pick<World, 'data' | 'digest'>,
  { actionId, key, output, extension }: StablePath,
): Promise<{ image: Image; file: ImageFile } | null> {
  const action = await world.data.actions.get(actionId)
  if (!action?.stableUrls) return null
  const outputs = outputsOf(action)
  const named = output === null ? outputs[0] : outputs.find((each) => shownName(each) === output)
  const slug = keyInUrl(world, action.stableUrls, key)
  if (named === undefined || slug === '') return null
  const imageId = await world.data.recordKeys.findImage(action.id, { slug, output: named.key })
  const image = imageId === null ? null : await world.data.images.get(imageId)
  if (image !== null) refuseUnpublished(image)
  const file = image?.files.find((each) => fileExtensionOf(each) === extension)
  return image === null || file === undefined ? null : { image, file }
}
