/** Each scope includes those before it: `trigger` may read, `admin` may do everything. */
export const scopes = ['read', 'trigger', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]

export interface ApiKey {
  id: string
  name: string
  /** The public part of the key, by which it is looked up. */
  lookup: string
  /** SHA-256 of the whole key, hex. */
  hash: string
  scopes: readonly Scope[]
  /** null = every action; else only these. */
  actionIds: readonly string[] | null
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** `allows()` is true when one of the held scopes is, or includes, the needed one. */
export function allows(held: readonly Scope[], needed: Scope): boolean {
  return held.some((scope) => scopes.indexOf(scope) >= scopes.indexOf(needed))
}
