import type { Scope, UserRole, UserState } from '@pictable/model/access'

export interface User {
  id: string
  email: string
  name: string
  role: UserRole
  /** null until the invitation is taken. */
  passwordHash: string | null
  /** Since when no one can log in as this user; null: the user can. */
  deactivatedAt: Date | null
  revision: number
  createdAt: Date
  lastSeenAt: Date | null
}

/** One browser in which a user is logged in. */
export interface Session {
  id: string
  userId: string
  /** SHA-256 of the token in the browser's cookie, hex. */
  hash: string
  userAgent: string
  address: string
  createdAt: Date
  lastSeenAt: Date
  /** However much it is used. */
  expiresAt: Date
}

/** Sets a password, once: of the user, or, without one, of the first owner. */
export interface LoginLink {
  /** SHA-256 of its token, hex. */
  hash: string
  userId: string | null
  expiresAt: Date
}

const scopeOfRole = { viewer: 'read', editor: 'write', owner: 'admin' } as const satisfies Record<UserRole, Scope>

/** What people of the role may do, in the words of API keys. */
export const scopesOf = (role: UserRole): readonly Scope[] => [scopeOfRole[role]]

/** The least role that may do it. */
export function roleFor(scope: Scope): UserRole {
  return scope === 'read' ? 'viewer' : scope === 'admin' ? 'owner' : 'editor'
}

/** `invited` until a password is set. */
export function stateOf({ passwordHash, deactivatedAt }: User): UserState {
  if (deactivatedAt !== null) return 'deactivated'
  return passwordHash === null ? 'invited' : 'active'
}
