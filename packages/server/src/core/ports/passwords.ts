/** Slow on purpose, so that stolen hashes are of little use. */
export interface Passwords {
  /** What is kept of a password. @throws AppError `unavailable` when too many wait */
  hash(password: string): Promise<string>
  /** Whether the password is the one that was hashed; takes as long when there is none. @throws AppError `unavailable` when too many wait */
  matches(password: string, hash: string | null): Promise<boolean>
}
