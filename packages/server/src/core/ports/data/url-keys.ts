import type { UrlKey } from '#core/access/url-key.ts'
import type { SignedFile } from '#core/image/signed/signed-file.ts'
import type { Resources } from '#core/ports/data/resources.ts'

export interface UrlKeyData extends Resources<UrlKey> {
  /** @returns whether there was one that had not been revoked */
  revoke(id: string, at: Date): Promise<boolean>
  touch(id: string, at: Date): Promise<void>
}

/** What is kept of images by signed addresses: a cache, from which everything may go. */
export interface SignedFileData {
  /** Unless it is no longer good. */
  find(fingerprint: string, at: Date): Promise<SignedFile | null>
  /** Takes the place of what was kept under the fingerprint. */
  keep(file: SignedFile): Promise<void>
  /** Files that are no longer good, and those that newer ones leave no room for within `maxBytes`; at most `limit`, oldest first, without the first `skip`. */
  old(options: { at: Date; maxBytes: number; limit: number; skip?: number }): Promise<SignedFile[]>
  /** Forgets exactly these, not what took their places since. */
  forget(files: readonly SignedFile[]): Promise<void>
}
