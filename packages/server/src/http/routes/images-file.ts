import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { contentTypeOf, fileNameOf, imageKey } from '#core/image/image-url.ts'
import { bind } from '#http/endpoint-call.ts'
import { fileHeaders } from '#http/file-headers.ts'

export const imagesFile = bind(contract.images.file)(async ({ world, params }) => {
  const image = await world.data.images.get(params.id)
  const file = image?.files.find((each) => fileNameOf(each) === params.file)
  const bytes = file && (await world.storage.get(imageKey(file)))
  if (!file || !bytes) throw new AppError('not_found', 'There is no such image.')
  const headers = { ...fileHeaders(file), 'cache-control': 'public, max-age=31536000, immutable' }
  return { status: 200, body: bytes, contentType: contentTypeOf(file.format), headers }
})
