import type { Scope } from '@pictable/model/access'
import { pointer } from '#core/pointer.ts'
import type { World } from '#core/ports/world.ts'
import { refuseIfAny } from '#core/refuse.ts'
import type { ApiKey } from './api-key.ts'
import { generateKey } from './key-format.ts'

/** Makes an API key. Its secret is answered this once and kept as a digest only. */
export async function createKey(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'random'>,
  draft: { name: string; scopes: readonly Scope[]; actionIds?: readonly string[] | null | undefined },
): Promise<{ key: ApiKey; secret: string }> {
  const actionIds = draft.actionIds ?? null
  const actions = await Promise.all((actionIds ?? []).map((id) => world.data.actions.get(id)))
  const errors = (actionIds ?? []).flatMap((id, index) =>
    actions[index] === null ? [{ pointer: pointer('action_ids', index), detail: `There is no action ${id}.` }] : [],
  )
  refuseIfAny(errors, 'The key names actions that do not exist.')
  const { secret, lookup } = generateKey(world.random)
  const key: ApiKey = {
    id: world.newId('key'),
    name: draft.name,
    lookup,
    hash: world.digest.sha256(secret),
    scopes: draft.scopes,
    actionIds,
    createdAt: world.clock.now(),
    lastUsedAt: null,
    revokedAt: null,
  }
  await world.data.transaction((data) => data.apiKeys.insert(key))
  return { key, secret }
}
