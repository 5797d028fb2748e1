import type { CallAnswer, Contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import type { Caller } from '#http/caller/caller.ts'

type IdentityJson = CallAnswer<Contract['me']['get']>

export function presentIdentity({ kind, id, name, scopes, actionIds, login }: Caller): IdentityJson {
  if (kind === 'nobody') throw new AppError('unauthorized', 'No user is logged in.')
  return {
    kind,
    id,
    name,
    email: login?.user.email ?? null,
    role: login?.user.role ?? null,
    scopes: [...scopes],
    action_ids: actionIds && [...actionIds],
    session_id: login?.session.id ?? null,
  }
}
