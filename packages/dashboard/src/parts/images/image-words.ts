import { fileTypes } from '@pictable/model/image'
import type { Image } from '#dashboard/api/types.ts'

/** What an image shows, in the words it was made of. */
export function labelOf({ values, id }: Image): string {
  const words = Object.values(values).find(
    (value) => typeof value === 'string' && value !== '' && !/^(asset:|https?:|data:)/.test(value),
  )
  return words?.toString() ?? id
}

type ImageFile = Image['files'][number]

/** What a browser can show of it; null for documents. */
export function pictureOf({ files }: Image): ImageFile | null {
  return files.find(({ format }) => format !== 'pdf') ?? null
}

/** Where its preview is, or is made when it has none. */
export function previewOf({ id, preview }: Pick<Image, 'id' | 'preview'>): string {
  return preview?.url ?? `/v1/images/${id}/preview`
}

/** The name of the file when it is kept. */
export function fileNameOf(image: Image, { format }: ImageFile): string {
  const name = [labelOf(image), image.output]
    .filter((word) => word !== null)
    .join(' ')
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .trim()
    .slice(0, 80)
  return `${name || image.id}.${fileTypes[format].extension}`
}
