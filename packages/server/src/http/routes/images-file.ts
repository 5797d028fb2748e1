import { Readable } from 'node:stream'
import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { cureOfFile } from '#core/image/damaged-file.ts'
import { contentTypeOf, fileNameOf, filesOfImage, imageKey } from '#core/image/image-url.ts'
import { bind } from '#http/endpoint-call.ts'
import { fileHeaders } from '#http/file-headers.ts'

/** What is sent on must still be good when it arrives. */
const redirectGoodFor = (goodForSeconds: number) => Math.floor(goodForSeconds / 2)

/** The address never changes, wherever the bytes are: they are passed on, or the way to them is shown. */
export const imagesFile = bind(contract.images.file)(async ({ world, params }) => {
  const image = await world.data.images.get(params.id)
  const file = (image === null ? [] : filesOfImage(image)).find((each) => fileNameOf(each) === params.file)
  if (file === undefined) throw new AppError('not_found', 'There is no such image.')
  const { etag: _, ...shown } = fileHeaders(file)
  const address = await world.storage.addressOf(imageKey(file))
  if (address !== null) {
    const caching = `public, max-age=${redirectGoodFor(address.goodForSeconds)}`
    return { status: 302, body: null, headers: { ...shown, location: address.url, 'cache-control': caching } }
  }
  const opened = await world.storage.open(imageKey(file))
  if (opened === null)
    throw new AppError(
      'file_missing',
      `The file of the image ${params.id} is missing in the storage. ${cureOfFile(imageKey(file))}`,
    )
  const headers = {
    ...fileHeaders(file),
    'content-length': String(opened.sizeBytes),
    'cache-control': 'public, max-age=31536000, immutable',
  }
  const body = opened.bytes instanceof Readable ? opened.bytes : Readable.from(opened.bytes)
  return { status: 200, body, contentType: contentTypeOf(file.format), headers }
})
