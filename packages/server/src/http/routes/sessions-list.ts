import { contract } from '@pictable/client'
import { sessionsAt } from '#core/access/session.ts'
import { requireLogin } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'

export const sessionsList = bind(contract.sessions.list)(async ({ world, caller }) => {
  const { user, session } = requireLogin(caller)
  const sessions = await world.data.sessions.listOf(user.id, sessionsAt(world.clock.now()))
  const results = sessions.map((one) => ({
    id: one.id,
    is_this: one.id === session.id,
    user_agent: one.userAgent,
    address: one.address,
    created_at: one.createdAt.toISOString(),
    last_seen_at: one.lastSeenAt.toISOString(),
    expires_at: one.expiresAt.toISOString(),
  }))
  return { status: 200, body: { results, next: null } }
})
