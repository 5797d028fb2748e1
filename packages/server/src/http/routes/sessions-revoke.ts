import { contract } from '@pictable/client'
import { requireLogin } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'

/** `forget` drops what this process remembers of the session. */
export const sessionsRevoke = (forget: (sessionId: string) => void) =>
  bind(contract.sessions.revoke)(async ({ world, caller, params }) => {
    const { user } = requireLogin(caller)
    const wasThere = await world.data.sessions.delete(params.id, user.id)
    if (wasThere) forget(params.id)
    return gone(wasThere, 'session of yours', params.id)
  })
