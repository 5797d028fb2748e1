/**
 * Sealing of secrets at rest. `context` binds a sealed value to its table, column and row: it opens nowhere else. `boundTo`
 * is what is stored beside it and decides where the secret goes, such as a URL: who changes that does not get the secret.
 */
export interface Secrets {
  /** @returns `v1.<key id>.<iv>.<tag>.<ciphertext>`, or `v2. ...` when it is bound */
  seal(plain: string, context: string, boundTo?: string): string
  /**
   * A value of a release that did not bind opens beside anything.
   * @throws AppError `internal` when the value was sealed elsewhere, with another key, or was changed; `secret_moved` when it
   * is bound to something else
   */
  open(sealed: string, context: string, boundTo?: string): string
  /** A digest that only those with the key can make: its text cannot be guessed and tried. @returns `v1.<key id>.<digest>` */
  digest(plain: string, context: string): string
  /** `unknown_key`: the key that made the digest is gone, so that nothing can be said. */
  checkDigest(digest: string, plain: string, context: string): 'matches' | 'differs' | 'unknown_key'
}
