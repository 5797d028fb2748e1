import type { ImageFile } from '#core/image/image.ts'
import { fileNameOf } from '#core/image/image-url.ts'

/** An image that a signed address asked for, kept for a while. */
export interface SignedFile extends Pick<ImageFile, 'format' | 'hash' | 'sizeBytes'> {
  /** Digest of all that it is made of. */
  fingerprint: string
  createdAt: Date
  /** Then it is rendered anew. */
  goodUntil: Date
}

/** Where the storage has it: apart from images, which stay for ever. */
export function signedFileKey(file: Pick<SignedFile, 'format' | 'hash'>): string {
  return `signed/${fileNameOf(file)}`
}
