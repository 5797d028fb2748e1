import type { Client } from '@pictable/client'
import { pictureTypeOf } from '#core/image/picture-type.ts'
import type { Content } from './tool.ts'

const dataUrl = /^data:(image\/[\w.+-]+);base64,([\w+/=]+)$/

/** Bytes as a picture; null for what no model can look at, such as a PDF. */
export function pictureOf(bytes: Uint8Array): Content | null {
  const mimeType = pictureTypeOf(bytes)
  if (mimeType === null || mimeType === 'image/svg+xml') return null
  return { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType }
}

/** An image as its preview shows it: at most 480 pixels a side. */
export async function previewOf(client: Client, imageId: string): Promise<Content[]> {
  const picture = pictureOf(await client.images.preview({ params: { id: imageId } }))
  return picture === null ? [] : [picture]
}

/** JSON, with each picture in it taken out and put behind: models look at pictures, and cannot read them as text. */
export function contentOf(answer: unknown): Content[] {
  const pictures: Content[] = []
  const text = JSON.stringify(answer, (_key, value) => {
    const [, mimeType, data] = (typeof value === 'string' && dataUrl.exec(value)) || []
    if (mimeType === undefined || data === undefined) return value
    pictures.push({ type: 'image', data, mimeType })
    return `picture ${pictures.length} of this answer`
  })
  return [{ type: 'text', text }, ...pictures]
}
