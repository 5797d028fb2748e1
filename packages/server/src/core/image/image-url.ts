import { type FileFormat, fileTypes } from '@pictable/model/image'
import type { Image, ImageFile } from './image.ts'

export function contentTypeOf(format: FileFormat): string {
  return fileTypes[format].contentType
}

/** Of a stored file by its name; assets and fonts, which nobody fetches past us, are just bytes. */
export function contentTypeOfFile(name: string): string {
  const type = Object.values(fileTypes).find(({ extension }) => name.endsWith(`.${extension}`))
  return type?.contentType ?? 'application/octet-stream'
}

export function fileExtensionOf({ format }: Pick<ImageFile, 'format'>): string {
  return fileTypes[format].extension
}

/** `<hash>.<extension>`: the last part of the URL. */
export function fileNameOf({ hash, format }: Pick<ImageFile, 'hash' | 'format'>): string {
  return `${hash}.${fileTypes[format].extension}`
}

/** Every file that is stored for an image. */
export function filesOfImage({
  files,
  thumbnail,
  preview,
}: Pick<Image, 'files' | 'thumbnail' | 'preview'>): ImageFile[] {
  return [...files, thumbnail, preview].filter((file) => file !== null)
}

/** What files of an image are called: the label of its record, and which of several outputs it is. */
export function nameOfImage(label: string, { output }: Pick<Image, 'output'>): string {
  return output === null ? label : `${label} ${output}`
}

/** Where the storage has the file. */
export function imageKey(file: Pick<ImageFile, 'hash' | 'format'>): string {
  return `images/${fileNameOf(file)}`
}

/** The permanent address of a file of an image. */
export function imageUrl(publicUrl: string, imageId: string, file: Pick<ImageFile, 'hash' | 'format'>): string {
  return `${publicUrl}/images/${imageId}/${fileNameOf(file)}`
}

/** Where the preview of an image is, or where it is made when it has none. */
export function previewUrl(publicUrl: string, { id, preview }: Pick<Image, 'id' | 'preview'>): string {
  return preview === null ? `${publicUrl}/v1/images/${id}/preview` : imageUrl(publicUrl, id, preview)
}
