import type { Endpoint } from '@pictable/client'
import { allows } from '@pictable/model/access'
import type { ApiKey } from '#core/access/api-key.ts'
import { roleFor, type Session, scopesOf, type User } from '#core/access/user.ts'
import { AppError } from '#core/errors.ts'

/** Who calls: an API key, the operator's fixed key, a user of the dashboard, or no one (where no key is needed). */
export interface Caller extends Pick<ApiKey, 'id' | 'name' | 'scopes' | 'actionIds'> {
  kind: 'api_key' | 'operator' | 'user' | 'nobody'
  /** Of the key or the session: what can be ended. */
  credentialId: string
  /** Of a user alone. */
  login: { user: User; session: Session } | null
}

function fixed(id: 'operator' | 'nobody', name: string, scopes: Caller['scopes']): Caller {
  return { kind: id, id, name, scopes, actionIds: null, credentialId: id, login: null }
}

export const operator = fixed('operator', 'PICTABLE_ADMIN_KEY', ['admin'])
export const nobody = fixed('nobody', 'Nobody', [])

export function callerOfKey({ id, name, scopes, actionIds }: ApiKey): Caller {
  return { kind: 'api_key', id, name, scopes, actionIds, credentialId: id, login: null }
}

export function callerOfLogin(login: { user: User; session: Session }): Caller {
  const { id, name, role } = login.user
  return { kind: 'user', id, name, scopes: scopesOf(role), actionIds: null, credentialId: login.session.id, login }
}

/** @throws AppError `forbidden` when the caller's key is limited to other actions */
export function requireAction(caller: Caller, actionId: string | null): void {
  if (caller.actionIds === null || (actionId !== null && caller.actionIds.includes(actionId))) return
  throw new AppError('forbidden', 'This API key is limited to specific actions. Specify one of them with action_id.')
}

/**
 * A limited key sees its actions as they are: with another table or mapping it would see what it was not given.
 * @throws AppError `forbidden`
 */
export function requireAsSaved(caller: Caller, change: object): void {
  if (caller.actionIds === null || Object.keys(change).length === 0) return
  throw new AppError('forbidden', 'This API key is limited to specific actions, so it can only preview them as saved.')
}

/** @throws AppError `forbidden` when the caller's scopes do not allow the endpoint */
export function requireScope(caller: Caller, entry: Endpoint): void {
  if (entry.scope === null) return
  if (!allows(caller.scopes, entry.scope)) {
    if (caller.login === null) {
      const held = caller.scopes.join('", "')
      throw new AppError('forbidden', `This needs an API key with the scope "${entry.scope}"; yours has "${held}".`)
    }
    const { role } = caller.login.user
    throw new AppError(
      'forbidden',
      `This needs the role "${roleFor(entry.scope)}"; yours is "${role}". An owner can change it.`,
    )
  }
  if (caller.actionIds !== null && entry.limitedKeys === undefined) {
    throw new AppError('forbidden', 'This API key is limited to specific actions and has no access to this resource.')
  }
}

/** The user who calls, and the session. @throws AppError `conflict` for API keys, which belong to no one */
export function requireLogin({ login }: Caller): { user: User; session: Session } {
  if (login !== null) return login
  throw new AppError('conflict', 'This endpoint needs the session of a user, not an API key.')
}
