import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { found, stored } from '#core/revision.ts'
import type { Webhook } from './webhook.ts'
import { generateSecret, openSecrets, sealSecrets } from './webhook-secrets.ts'

/** As many as one delivery is signed with. */
const mostSecrets = 5

/**
 * Gives the webhook a new secret; those before it sign beside it for the overlap.
 * @returns the webhook, and the new secret this once
 */
export async function rotateSecret(
  world: Pick<World, 'clock' | 'data' | 'random' | 'secrets'>,
  id: string,
  { secret, overlapHours }: { secret?: string | undefined; overlapHours: number },
): Promise<{ webhook: Webhook; secret: string }> {
  const text = secret ?? generateSecret(world.random)
  return world.data.transaction(async (data) => {
    const webhook = found(await data.webhooks.get(id), 'webhook', id)
    if (webhook.format !== 'standard')
      throw new AppError(
        'conflict',
        `Deliveries of the format ${webhook.format} are not signed, so there is no secret.`,
      )
    const now = world.clock.now()
    const end = new Date(now.getTime() + overlapHours * 3_600_000).toISOString()
    const older = openSecrets(world, webhook, now)
      .filter((one) => one.text !== text && overlapHours > 0)
      .map((one) => ({ ...one, expiresAt: one.expiresAt !== null && one.expiresAt < end ? one.expiresAt : end }))
    const signing = [{ text, expiresAt: null }, ...older].slice(0, mostSecrets)
    const next = { ...webhook, sealedSecrets: sealSecrets(world, webhook, signing), updatedAt: now }
    return { webhook: stored(await data.webhooks.update(next), 'webhook'), secret: text }
  })
}
