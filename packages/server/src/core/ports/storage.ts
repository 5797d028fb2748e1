/** A file that is being read, piece by piece. */
export interface OpenedFile {
  sizeBytes: number
  bytes: AsyncIterable<Uint8Array>
}

export interface StoredFile {
  key: string
  sizeBytes: number
}

export interface FileHead {
  sizeBytes: number
  /** Changes with the bytes, where the storage keeps such a mark. */
  version?: string
}

/** Where others may fetch a file without us, and for how long. */
export interface FileAddress {
  url: string
  goodForSeconds: number
}

/**
 * Where the bytes of images and assets live. Keys are content-addressed: a put of a known key repairs a damaged file, and
 * changes nothing else.
 * Whatever does not work is an AppError `storage_unavailable` (disk full, not writable, no network …).
 */
export interface Storage {
  /** Durable when it resolves. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** @returns null when there is no such key */
  get(key: string): Promise<Uint8Array | null>
  /** As `get()`, for files that are passed on: they are never in memory as a whole. */
  open(key: string): Promise<OpenedFile | null>
  head(key: string): Promise<FileHead | null>
  /** Everything in a folder, in no particular order. */
  list(folder: string): AsyncIterable<StoredFile>
  delete(key: string): Promise<void>
  /**
   * `disposition`: the Content-Disposition that the file should have there, where each address can have its own.
   * @returns null when the file is to be fetched from us
   */
  addressOf(key: string, disposition?: string): Promise<FileAddress | null>
  /** Proves that a write works, for readiness. */
  check(): Promise<void>
  close(): Promise<void>
}
