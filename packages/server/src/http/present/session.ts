import type { CallAnswer, Contract } from '@pictable/client'
import type { Session, User } from '#core/access/user.ts'

type SessionJson = CallAnswer<Contract['sessions']['list']>['results'][number]
type LinkJson = CallAnswer<Contract['links']['look']>

/** `current`: the session of the caller. */
export function presentSession(session: Session, current: Session): SessionJson {
  return {
    id: session.id,
    is_this: session.id === current.id,
    user_agent: session.userAgent,
    address: session.address,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  }
}

/** A link without a user sets up the installation. */
export function presentLink({ user, expiresAt }: { user: User | null; expiresAt: Date }): LinkJson {
  const expires_at = expiresAt.toISOString()
  if (user === null) return { purpose: 'setup', email: null, name: null, role: 'owner', expires_at }
  const { email, name, role, passwordHash } = user
  return { purpose: passwordHash === null ? 'invitation' : 'reset', email, name, role, expires_at }
}
