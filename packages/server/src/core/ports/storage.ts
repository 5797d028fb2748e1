/** Where the bytes of images and assets live. Keys are content-addressed, so a put of a known key changes nothing. */
export interface Storage {
  /** Durable when it resolves. @throws AppError `storage_unavailable` (disk full, not writable, no network …) */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** @returns null when there is no such key */
  get(key: string): Promise<Uint8Array | null>
  has(key: string): Promise<boolean>
  delete(key: string): Promise<void>
  /** Proves that a write works, for readiness. */
  check(): Promise<void>
}
