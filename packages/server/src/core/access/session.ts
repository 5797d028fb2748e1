import type { World } from '#core/ports/world.ts'
import { base64url } from './url-key-secret.ts'
import type { Session, User } from './user.ts'

const dayMs = 24 * 3_600_000

/** A session ends when it was not used for so long, and at the latest so long after the log-in. */
export const sessionIdleDays = 7
export const sessionDays = 30

/** How old the last-seen time may get before it is written again. */
const touchAfterMs = 60_000

/** Which sessions are not over. */
export function sessionsAt(now: Date): { now: Date; usedSince: Date } {
  return { now, usedSince: new Date(now.getTime() - sessionIdleDays * dayMs) }
}

/** Where somebody logs in from. */
export interface Browser {
  userAgent: string
  address: string
}

/** 256 random bits, in the alphabet of addresses. */
export function newToken({ random }: Pick<World, 'random'>): string {
  return base64url(random.bytes(32))
}

/** What somebody is logged in with: the token is for the browser alone. */
export interface LoggedIn {
  user: User
  session: Session
  token: string
}

/** Begins a session. Whatever token the browser had before plays no part. */
export async function openSession(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'random'>,
  user: User,
  { userAgent, address }: Browser,
): Promise<LoggedIn> {
  const token = newToken(world)
  const now = world.clock.now()
  const session: Session = {
    id: world.newId('session'),
    userId: user.id,
    hash: world.digest.sha256(token),
    userAgent: userAgent.slice(0, 300),
    address,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionDays * dayMs),
  }
  await world.data.sessions.insert(session)
  await world.data.sessions.touch(session.id, now)
  return { user, session, token }
}

/** The session that a token is of, and whose it is; null when there is none, or it is over. */
export async function findSession(
  world: Pick<World, 'clock' | 'data' | 'digest'>,
  token: string,
): Promise<{ session: Session; user: User } | null> {
  const now = world.clock.now()
  const found = await world.data.sessions.find(world.digest.sha256(token), sessionsAt(now))
  // Somebody logged in while the user was being deactivated.
  if (found !== null && found.user.deactivatedAt !== null) return null
  if (found !== null && now.getTime() - found.session.lastSeenAt.getTime() > touchAfterMs)
    await world.data.sessions.touch(found.session.id, now)
  return found
}
