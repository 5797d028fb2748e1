import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import type { Webhook } from './webhook.ts'

/**
 * The receiver that a trigger or an image request names by its URL alone: no secret, no headers, known by the URL.
 * The URL has been checked. @returns its id
 */
export async function nameReceiver(world: Pick<World, 'clock' | 'newId'>, data: Data, url: string): Promise<string> {
  const now = world.clock.now()
  const receiver: Webhook = {
    id: world.newId('webhook'),
    name: null,
    format: 'standard',
    url,
    sealedHeaders: null,
    sealedSecrets: null,
    userDefined: null,
    sealedUserDefined: null,
    events: null,
    onlyFailures: false,
    actionIds: null,
    timeoutMs: 10_000,
    pause: null,
    failingSince: null,
    failedAttempts: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  return data.webhooks.ensureUnnamed(receiver)
}
