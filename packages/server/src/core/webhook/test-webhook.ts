import { type EventName, eventsOfFormat } from '@pictable/model/webhook'
import { AppError } from '#core/errors.ts'
import type { Image } from '#core/image/image.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { EventFact } from './build-body.ts'
import { deliveriesOf, type EventWorld } from './record-events.ts'
import type { Delivery } from './webhook.ts'

const hash = '0'.repeat(64)

function sampleImage(at: Date): Image {
  const size = { hash, sizeBytes: 48_213, widthPx: 1200, heightPx: 630 }
  return {
    id: 'img_test',
    templateId: 'tpl_test',
    templateVersion: 1,
    design: null,
    sequence: null,
    actionId: 'act_test',
    runId: 'run_test',
    recordId: 'rec_test',
    output: null,
    values: { title: 'Test' },
    modifications: [],
    metadata: null,
    files: [
      { format: 'png', ...size },
      { format: 'jpeg', ...size },
    ],
    thumbnail: null,
    preview: null,
    report: {},
    webhookIds: [],
    fileName: null,
    createdAt: at,
  }
}

/** A fact that never happened, with everything in it that such an event has. */
function sampleFact(event: EventName, at: Date): EventFact {
  const [subject, verb] = event.split('.')
  const failed = verb === 'failed'
  const counts = {
    total: 2,
    rendered: verb === 'completed' ? 2 : 0,
    skipped: 0,
    failed: 0,
    cancelled: verb === 'cancelled' ? 2 : 0,
    writtenBack: 0,
  }
  const batch = { id: 'bat_test', pending: 0, ...counts }
  const picture = {
    recordId: 'rec_test',
    output: null,
    image: failed ? null : sampleImage(at),
    template: { id: 'tpl_test', version: 1 },
    modifications: [{ name: 'title', text: 'Test' }],
    fields: {},
  }
  return {
    event,
    at,
    isTest: true,
    ...(subject === 'batch'
      ? { action: null, runId: null }
      : { action: { id: 'act_test', title: 'Test' }, runId: 'run_test' }),
    metadata: null,
    error: failed ? { code: 'test', message: 'This is only a test.' } : null,
    ...(subject === 'batch' ? { batch } : subject === 'run' ? { counts } : { picture }),
  }
}

/** Sends a made-up event along the same path as real ones. @returns its delivery, or that to the first recipient */
export async function testWebhook(
  world: Pick<World, 'clock' | 'data'> & EventWorld,
  id: string,
  event?: EventName,
): Promise<Delivery> {
  const webhook = found(await world.data.webhooks.get(id), 'webhook', id)
  if (webhook.pause !== null) throw new AppError('conflict', 'The webhook is paused. Resume it, then test it.')
  const known = eventsOfFormat[webhook.format]
  if (event !== undefined && !known.includes(event))
    throw new AppError('invalid_request', `${event} is not sent by ${webhook.format}. Choose ${known.join(', ')}.`)
  const fact = sampleFact(event ?? webhook.events?.[0] ?? 'image.created', world.clock.now())
  const deliveries = deliveriesOf(world, fact, { webhook, eventId: world.newId('event') })
  await world.data.transaction((data) => data.deliveries.insert(deliveries))
  return deliveries[0]
}
