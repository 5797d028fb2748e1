import type { Failure } from '@pictable/model/failure'
import type { WebhookFormat } from '@pictable/model/webhook'
import type { ClaimedDelivery, SettledAttempt } from '#core/ports/data/webhooks.ts'
import type { World } from '#core/ports/world.ts'
import { SECRET_MOVED_TEXT } from '#core/secret-moved.ts'
import { maySendBody, openBody } from '#core/webhook/delivery-body.ts'
import type { Next } from '#core/webhook/next-attempt.ts'
import type { Timings } from '#core/webhook/webhook.ts'
import type { Send, Sendable } from './exchange.ts'
import { type MailWorld, mailEvent } from './mail-event.ts'
import { type PostWorld, postEvent, postSlack } from './post-event.ts'
import { createRedact, type Receiver } from './receivers.ts'

export type DeliverWorld = PostWorld & MailWorld & Pick<World, 'secrets'>

/** How each format is sent. */
const senders: Readonly<Record<WebhookFormat, Send<DeliverWorld>>> = {
  standard: postEvent,
  slack: postSlack,
  email: mailEvent,
}

/** What came of an attempt. `isTimeout`: the receiver was silent; `isGone`: it wants no more. */
export interface Delivered {
  settled: SettledAttempt
  isTimeout: boolean
  isGone: boolean
}

function timingsOf(stages: Partial<Timings> = {}, totalMs: number): Timings {
  const rounded = (timeMs: number | null | undefined) =>
    timeMs === undefined || timeMs === null ? null : Math.round(timeMs * 10) / 10
  const { dnsMs, connectMs, firstByteMs } = stages
  return {
    dnsMs: rounded(dnsMs),
    connectMs: rounded(connectMs),
    firstByteMs: rounded(firstByteMs),
    totalMs: Math.round(totalMs * 10) / 10,
  }
}

const states = { delivered: 'delivered', gone: 'paused', failed: 'failed', retry: 'pending' } as const satisfies Record<
  Next['state'],
  string
>

const movedAway: Failure = {
  code: 'url_changed',
  message:
    'The URL of the webhook changed after this event. The body contains secrets that were entered for the earlier URL, so it is not sent.',
}

const secretMoved: Failure = { code: 'secret_moved', message: SECRET_MOVED_TEXT }

/** The outcome of a delivery that must not go to the webhook's URL. */
function refuseMoved(delivery: ClaimedDelivery, at: Date, error: Failure): Delivered {
  const attempt = {
    n: delivery.attempts + 1,
    at,
    timings: timingsOf({}, 0),
    requestHeaders: {},
    status: null,
    answerHeaders: {},
    answerBody: '',
    error,
    nextAttemptAt: null,
  }
  const settled: SettledAttempt = { deliveryId: delivery.id, webhookId: delivery.webhookId, state: 'failed', attempt }
  return { settled, isTimeout: false, isGone: false }
}

/** Sends a delivery once, and says what came of it and what is next. @throws the signal's reason when it aborts */
export async function deliver(
  world: DeliverWorld,
  delivery: Sendable,
  { receiver, signal }: { receiver: Receiver; signal: AbortSignal },
): Promise<Delivered> {
  const at = world.clock.now()
  const { url, format } = receiver.webhook
  if (receiver.isMoved) return refuseMoved(delivery, at, secretMoved)
  const secret = openBody(world, delivery)
  if (secret !== null && !maySendBody(secret, { url, bodySecrets: receiver.bodySecrets }))
    return refuseMoved(delivery, at, movedAway)
  const redactBody = createRedact(secret?.secrets ?? [])
  const redact = (text: string) => receiver.redact(redactBody(text))
  const startedAtMs = performance.now()
  const body = secret?.body ?? delivery.body
  const n = delivery.attempts + 1 - delivery.replayedAfter
  const exchange = await senders[format](world, delivery, { receiver, body, at, n, signal })
  const { shownHeaders, status, answerHeaders, answerBody, timings, error, isTimeout, next } = exchange
  const headers = Object.entries(answerHeaders).map(([name, value]) => [name, redact(value)] as const)
  const settled: SettledAttempt = {
    deliveryId: delivery.id,
    webhookId: delivery.webhookId,
    state: states[next.state],
    attempt: {
      n: delivery.attempts + 1,
      at,
      timings: timingsOf(timings, performance.now() - startedAtMs),
      requestHeaders: shownHeaders,
      status,
      answerHeaders: Object.fromEntries(headers),
      answerBody: redact(answerBody),
      error: error && { code: error.code, message: redact(error.message) },
      nextAttemptAt: next.state === 'retry' ? new Date(world.clock.now().getTime() + next.waitMs) : null,
    },
  }
  return { settled, isTimeout, isGone: next.state === 'gone' }
}
