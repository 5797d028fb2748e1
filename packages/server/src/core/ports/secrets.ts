/** Sealing of secrets at rest. `context` binds a sealed value to its table, column and row: it opens nowhere else. */
export interface Secrets {
  /** @returns `v1.<key id>.<iv>.<tag>.<ciphertext>` */
  seal(plain: string, context: string): string
  /** @throws AppError `internal` when the value was sealed elsewhere, with another key, or was changed */
  open(sealed: string, context: string): string
  /** A digest that only those with the key can make: its text cannot be guessed and tried. @returns `v1.<key id>.<digest>` */
  digest(plain: string, context: string): string
  /** `unknown_key`: the key that made the digest is gone, so that nothing can be said. */
  checkDigest(digest: string, plain: string, context: string): 'matches' | 'differs' | 'unknown_key'
}
