import type { CallAnswer, Contract } from '@pictable/client'
import type { NewLink } from '#core/access/login-link.ts'
import { stateOf, type User } from '#core/access/user.ts'

type UserJson = CallAnswer<Contract['users']['get']>

export function presentUser(user: User): UserJson {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    state: stateOf(user),
    revision: user.revision,
    created_at: user.createdAt.toISOString(),
    last_seen_at: user.lastSeenAt?.toISOString() ?? null,
  }
}

/** The link is shown this once. */
export function presentUserWithLink(user: User, link: NewLink): CallAnswer<Contract['users']['create']> {
  return { ...presentUser(user), link: link.url, link_expires_at: link.expiresAt.toISOString() }
}
