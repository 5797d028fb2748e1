import { fileTypes } from '@pictable/model/image'
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow'
import type { Image } from '#n8n/api/answers.ts'
import { serverUrl } from '#n8n/api/call-api.ts'
import { createFailure, failureOfNetwork } from '#n8n/api/failure.ts'

type Format = Image['format']

/** As the API names files: by the SHA-256 of their content. */
const fileName = /^[0-9a-f]{64}\.[a-z0-9]{3,5}$/

/**
 * The URL of a file as n8n reaches it: the public one may be on another network, and no key is needed. Files of a bucket
 * are redirected.
 */
function urlOf(image: Image, format: Format, base: string): string {
  const url = image.urls[format] ?? image.url
  const last = new URL(url, base).pathname.split('/').at(-1) ?? ''
  return fileName.test(last) ? `${base}/images/${image.id}/${last}` : url
}

export interface Attachment {
  /** Of the binary data. */
  property: string
  /** Default: the first format of the image. */
  format?: Format
}

/** `attachFile()` downloads the file of an image as binary data, which the next nodes can send or store. */
export async function attachFile(
  context: IExecuteFunctions,
  { image, itemIndex, attachment }: { image: Image; itemIndex: number; attachment: Attachment },
): Promise<NonNullable<INodeExecutionData['binary']>> {
  const base = await serverUrl(context)
  const about = { node: context.getNode(), url: base, itemIndex }
  const format = attachment.format ?? image.format
  if (image.urls[format] === undefined) {
    const formats = Object.keys(image.urls).join(', ')
    const message = `The image ${image.id} has no file of the format ${format}`
    throw createFailure(about, { message, description: `Choose one of: ${formats}.` })
  }
  const request = { url: urlOf(image, format, base), encoding: 'arraybuffer', returnFullResponse: true } as const
  const { statusCode, body }: { statusCode: number; body: Uint8Array } = await context.helpers
    .httpRequest({ ...request, ignoreHttpStatusErrors: true })
    .catch((error: unknown) => {
      throw failureOfNetwork(error, about)
    })
  if (statusCode !== 200) {
    const message = `The file of the image ${image.id} cannot be downloaded`
    const description = 'The image was deleted, or its file is missing in the storage of Pictable. Render it again.'
    throw createFailure(about, { message, description, statusCode })
  }
  const { extension, contentType } = fileTypes[format]
  const name = `${image.file_name ?? image.id}.${extension}`
  return { [attachment.property]: await context.helpers.prepareBinaryData(Buffer.from(body), name, contentType) }
}
