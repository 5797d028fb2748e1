/** Sealing of secrets at rest. `context` binds a sealed value to its table, column and row: it opens nowhere else. */
export interface Secrets {
  /** @returns `v1.<key id>.<iv>.<tag>.<ciphertext>` */
  seal(plain: string, context: string): string
  /** @throws AppError `internal` when the value was sealed elsewhere, with another key, or was changed */
  open(sealed: string, context: string): string
}
