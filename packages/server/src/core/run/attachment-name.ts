import type { ImageFile } from '#core/image/image.ts'
import { fileNameOf } from '#core/image/image-url.ts'

const longestLabel = 60

/**
 * `enamel-teapot-7x3kq9m2p4ab.png`: readable, and the same name for the same image alone, so that an upload that is
 * repeated finds its file in the cell.
 */
export function attachmentName(label: string, imageId: string, file: Pick<ImageFile, 'hash' | 'format'>): string {
  const words =
    label
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = Array.from(words.join('-')).slice(0, longestLabel).join('').replace(/-$/, '')
  const extension = fileNameOf(file).split('.').at(-1) ?? ''
  return `${slug === '' ? 'image' : slug}-${imageId.slice(-12)}.${extension}`
}
