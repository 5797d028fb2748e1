import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { Pause, Webhook } from './webhook.ts'

const messages: Readonly<Record<Pause['reason'], string>> = {
  owner: 'Paused by a user.',
  gone: 'The receiver returned 410 Gone, which pauses the webhook. Resume it if that was an error.',
  failing:
    'No delivery succeeded for 5 days, in at least 20 attempts. Fix the receiver, then resume the webhook to send the waiting deliveries.',
}

/** `message`: what is known beyond the reason. */
export const pauseOf = (
  { clock }: Pick<World, 'clock'>,
  reason: Pause['reason'],
  message: string = messages[reason],
): Pause => ({
  reason,
  message,
  at: clock.now().toISOString(),
})

/** Its owner rests a webhook: what is still to be sent is held back, and so is what happens meanwhile. */
export async function restWebhook(world: Pick<World, 'clock' | 'data'>, id: string): Promise<Webhook> {
  await world.data.transaction((data) => data.webhooks.pause(id, pauseOf(world, 'owner')))
  return found(await world.data.webhooks.get(id), 'webhook', id)
}

/** Wakes a webhook. What was held back is sent (`replay`), or given up and told so in the log. */
export async function resumeWebhook(
  world: Pick<World, 'clock' | 'data'>,
  id: string,
  { replay }: { replay: boolean },
): Promise<Webhook> {
  const giveUp = replay
    ? null
    : { code: 'resumed_without', message: 'The webhook was resumed without sending the missed deliveries.' }
  await world.data.transaction((data) => data.webhooks.resume(id, { at: world.clock.now(), giveUp }))
  return found(await world.data.webhooks.get(id), 'webhook', id)
}
