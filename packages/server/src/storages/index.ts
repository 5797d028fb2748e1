import type { Storage } from '#core/ports/storage.ts'
import { createDiskStorage } from './disk.ts'
import type { S3Address, S3Settings } from './s3/settings.ts'

/** Where files are kept, as `PICTABLE_STORAGE` says. */
export type StorageAddress = { kind: 'disk' } | ({ kind: 's3' } & S3Address)

const s3Form = /^s3:\/\/([a-zA-Z0-9][\w.-]{1,61}[a-zA-Z0-9])(?:\/([\w!.*'()/-]*))?$/

/** `parseStorageAddress()` reads `disk` or `s3://bucket/prefix`; null for anything else. */
export function parseStorageAddress(text: string): StorageAddress | null {
  if (text === 'disk') return { kind: 'disk' }
  const [, bucket, prefix = ''] = s3Form.exec(text) ?? []
  const folders = prefix.replace(/\/$/, '')
  if (bucket === undefined || (folders !== '' && /(^|\/)\.{0,2}(\/|$)/.test(folders))) return null
  return { kind: 's3', bucket, prefix: folders }
}

/** Every kind of storage, each loaded when it is wanted. */
export async function openStorage(
  address: StorageAddress,
  { dir, s3 }: { dir: string; s3: S3Settings },
): Promise<Storage> {
  if (address.kind === 'disk') return createDiskStorage({ dir })
  const { createS3Storage } = await import('./s3/create-s3-storage.ts')
  return createS3Storage(address, s3)
}
