import type { Image, ImageFile } from '#core/image/image.ts'
import { fileExtensionOf, nameOfImage } from '#core/image/image-url.ts'

const longestLabel = 60

function slugOf(label: string): string {
  const words =
    label
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return Array.from(words.join('-')).slice(0, longestLabel).join('').replace(/-$/, '') || 'image'
}

/**
 * `enamel-teapot-7x3kq9m2p4ab.png`: readable, and the same name for the same image alone, so that an upload that is
 * repeated finds its file in the cell.
 */
export function attachmentName(
  label: string,
  image: Pick<Image, 'id' | 'output' | 'fileName'>,
  file: Pick<ImageFile, 'hash' | 'format'>,
): string {
  const stem = image.fileName ?? slugOf(nameOfImage(label, image))
  return `${stem}-${image.id.slice(-12)}.${fileExtensionOf(file)}`
}
