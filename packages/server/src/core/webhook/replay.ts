import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { Delivery } from './webhook.ts'

type ReplayWorld = Pick<World, 'clock' | 'data'>

async function checkAwake({ data }: ReplayWorld, webhookId: string): Promise<void> {
  const webhook = found(await data.webhooks.get(webhookId), 'webhook', webhookId)
  if (webhook.pause !== null) throw new AppError('conflict', 'The webhook is paused. Resume it, then replay.')
}

/** Sends a delivery once more: same webhook-id, same bytes. */
export async function replayDelivery(world: ReplayWorld, id: string): Promise<Delivery> {
  const delivery = found(await world.data.deliveries.get(id), 'delivery', id)
  await checkAwake(world, delivery.webhookId)
  if (delivery.body === null)
    throw new AppError(
      'conflict',
      'The body was too large to be stored, or its secrets belong to another URL, so it cannot be sent.',
    )
  await world.data.transaction((data) => data.deliveries.replay({ id }, world.clock.now()))
  return found(await world.data.deliveries.get(id), 'delivery', id)
}

/** Sends everything once more that the webhook was given since and that failed. @returns how many */
export async function replayFailed(world: ReplayWorld, webhookId: string, since: Date): Promise<number> {
  await checkAwake(world, webhookId)
  const failed = { webhookId, failedSince: since }
  return world.data.transaction((data) => data.deliveries.replay(failed, world.clock.now()))
}
