import type { Scope } from '@pictable/model/access'

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
