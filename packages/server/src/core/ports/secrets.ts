/** Sealing of secrets at rest. `context` binds a sealed value to its table, column and row: it opens nowhere else. */
export interface Secrets {
  /** @returns `v1.<key id>.<iv>.<tag>.<ciphertext>` */
  seal(plain: string, context: string): string
  /** @throws AppError `internal` when the value was sealed elsewhere, with another key, or was changed */
  open(sealed: string, context: string): string
  /**
   * A digest that only those with the key can make: what it is of cannot be guessed and tried. Under the key of the digest
   * `like`, if there is one. @returns `v1.<key id>.<digest>`; null when that key is gone
   */
  digest(plain: string, context: string, like?: string): string | null
}
