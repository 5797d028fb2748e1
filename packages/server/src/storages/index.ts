import type { StorageAddress as AddressOf } from '#core/ports/storage-kind.ts'
import { disk } from './disk.ts'
import { s3 } from './s3.ts'

/** Every kind of storage. */
const kinds = [disk, s3] as const

type Parsed = NonNullable<ReturnType<(typeof kinds)[number]['parse']>>
/** What the kinds read of the settings, all of them together. */
export type StorageSettings = [Parsed] extends [AddressOf<infer Settings>] ? Settings : never
export type StorageAddress = AddressOf<StorageSettings>

/** How addresses are written, for messages: `"disk" or "s3://bucket/prefix"`. */
export const storageForms: string = kinds.map(({ form }) => `"${form}"`).join(' or ')

/** `parseStorageAddress()` reads `disk` or `s3://bucket/prefix`; null for anything else. */
export function parseStorageAddress(text: string): StorageAddress | null {
  for (const kind of kinds) {
    const address = kind.parse(text)
    if (address !== null) return address
  }
  return null
}
