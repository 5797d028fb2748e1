import type { Endpoint } from '@pictable/client'
import type { ApiKey } from '#core/access/api-key.ts'
import { allows } from '#core/access/api-key.ts'
import { AppError } from '#core/errors.ts'

/** Who calls: an API key, the operator's fixed key, or nobody (where no key is needed). */
export type Caller = Pick<ApiKey, 'id' | 'scopes' | 'actionIds'>

export const operator: Caller = { id: 'operator', scopes: ['admin'], actionIds: null }
export const nobody: Caller = { id: 'nobody', scopes: [], actionIds: null }

/** @throws AppError `forbidden` when the caller's key is limited to other actions */
export function requireAction(caller: Caller, actionId: string | null): void {
  if (caller.actionIds === null || (actionId !== null && caller.actionIds.includes(actionId))) return
  throw new AppError(
    'forbidden',
    'This API key is limited to single actions: name one of them (lists take it as action_id).',
  )
}

/** @throws AppError `forbidden` when the caller's scopes do not allow the endpoint */
export function requireScope(caller: Caller, entry: Endpoint): void {
  if (entry.scope === null) return
  if (!allows(caller.scopes, entry.scope)) {
    throw new AppError(
      'forbidden',
      `This needs an API key with the scope "${entry.scope}"; yours has "${caller.scopes.join('", "')}".`,
    )
  }
  if (caller.actionIds !== null && entry.limitedKeys === undefined) {
    throw new AppError('forbidden', 'This API key is limited to single actions and does not reach this resource.')
  }
}
