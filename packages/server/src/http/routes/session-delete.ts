import { contract } from '@pictable/client'
import { requireLogin } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'
import { noSessionCookie } from '#http/session-cookie.ts'

/** `forget` drops what this process remembers of the session. */
export const sessionDelete = (forget: (sessionId: string) => void) =>
  bind(contract.session.delete)(async ({ world, caller, client }) => {
    const { session, user } = requireLogin(caller)
    await world.data.sessions.delete(session.id, user.id)
    forget(session.id)
    return { status: 204, body: null, headers: noSessionCookie(client.isSecure) }
  })
