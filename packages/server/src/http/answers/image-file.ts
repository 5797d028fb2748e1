import { Readable } from 'node:stream'
import { AppError } from '#core/errors.ts'
import { cureOfFile } from '#core/image/damaged-file.ts'
import type { Image, ImageFile } from '#core/image/image.ts'
import { contentTypeOf, fileExtensionOf, imageKey } from '#core/image/image-url.ts'
import type { World } from '#core/ports/world.ts'
import { disposition } from './disposition.ts'
import { fileHeaders } from './file-headers.ts'

/** What is sent on must still be good when it arrives. */
const redirectGoodFor = (goodForSeconds: number) => Math.floor(goodForSeconds / 2)

interface Caching {
  /** Of the bytes. */
  cacheControl: string
  /** Seconds for which a redirect to the bytes may be cached at most. */
  redirectSeconds: number
}

/** The name that the action gave the file; browsers show the image all the same. */
function namedBy({ fileName }: Pick<Image, 'fileName'>, file: ImageFile): string | undefined {
  return fileName === null ? undefined : disposition(`${fileName}.${fileExtensionOf(file)}`, 'inline')
}

/** The bytes of a file of an image, or the way to them when the bucket serves them. */
export async function answerFile(
  { storage }: Pick<World, 'storage'>,
  { image, file }: { image: Pick<Image, 'id' | 'fileName'>; file: ImageFile },
  { cacheControl, redirectSeconds }: Caching,
) {
  const key = imageKey(file)
  const name = namedBy(image, file)
  const address = await storage.addressOf(key, name)
  if (address !== null) {
    const { etag: _, ...shown } = fileHeaders(file)
    const seconds = Math.min(redirectSeconds, redirectGoodFor(address.goodForSeconds))
    const caching = `public, max-age=${seconds}`
    return { status: 302 as const, body: null, headers: { ...shown, location: address.url, 'cache-control': caching } }
  }
  const opened = await storage.open(key)
  if (opened === null)
    throw new AppError(
      'file_missing',
      `The file of the image ${image.id} is missing in the storage. ${cureOfFile(key)}`,
    )
  const headers = {
    ...fileHeaders(file),
    ...(name !== undefined && { 'content-disposition': name }),
    'content-length': String(opened.sizeBytes),
    'cache-control': cacheControl,
  }
  const body = opened.bytes instanceof Readable ? opened.bytes : Readable.from(opened.bytes)
  return { status: 200 as const, body, contentType: contentTypeOf(file.format), headers }
}
