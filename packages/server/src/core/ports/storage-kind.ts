import type { SettingData } from './data/access.ts'
import type { Digest } from './digest.ts'
import type { Storage } from './storage.ts'

/** What proves that processes which share a database also share a storage. */
export interface SharedStorage {
  settings: SettingData
  digest: Digest
  /** The storage is known to be the right one. */
  isProven: boolean
}

/** A storage that is not open. `Settings` is what its kind reads of the settings of the server. */
export interface StorageAddress<Settings> {
  kind: string
  /** Where files are, as people name it: the folder or the URL. */
  place: (settings: Settings) => string
  open: (settings: Settings) => Promise<Storage>
  /** Set if several installations can share it, each below its prefix: backups can be stored there. */
  bucket?: { name: string; prefix: string }
  /** Origins of the URLs that `Storage.addressOf()` returns; with a `*` where the host name varies. */
  origins?: (settings: Settings) => string[]
  /** True before the first start has created the storage. */
  isMissing?: (settings: Settings) => boolean
  /** Called alone, if the same address can lead two machines to different files. @throws StartError when it does */
  checkShared?: (settings: Settings, shared: SharedStorage) => Promise<void>
}

/** One kind of place to store files. */
export interface StorageKind<Settings> {
  /** How an address is written, such as `s3://bucket/prefix`. */
  form: string
  /** @returns null when the text is no address of this kind */
  parse: (text: string) => StorageAddress<Settings> | null
}
