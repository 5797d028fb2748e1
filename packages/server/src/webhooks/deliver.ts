import type { Failure } from '@pictable/model/failure'
import type { ClaimedDelivery, SettledAttempt } from '#core/ports/data/webhooks.ts'
import { type SendWebhook, type WebhookAnswer, WebhookSendError } from '#core/ports/webhooks.ts'
import type { World } from '#core/ports/world.ts'
import { SECRET_MOVED_TEXT } from '#core/secret-moved.ts'
import { maySendBody, openBody } from '#core/webhook/delivery-body.ts'
import { isSuccess, type Next, nextAttempt } from '#core/webhook/next-attempt.ts'
import { messageIdOf, type Timings } from '#core/webhook/webhook.ts'
import { createRedact, type Receiver } from './receivers.ts'
import { signatureHeaders } from './sign.ts'

export interface DeliverWorld extends Pick<World, 'clock' | 'random' | 'secrets'> {
  send: SendWebhook
  /** Version of this program, for the header User-Agent. */
  version: string
}

/** What came of an attempt. `isTimeout`: the receiver was silent; `isGone`: it wants no more. */
export interface Delivered {
  settled: SettledAttempt
  isTimeout: boolean
  isGone: boolean
}

interface Outgoing {
  headers: Record<string, string>
  /** As the log may show them. */
  shownHeaders: Record<string, string>
}

const signature = /(v1[=,])[^,\s]+/g

function headersOf(
  world: DeliverWorld,
  delivery: ClaimedDelivery,
  { receiver, body, at }: { receiver: Receiver; body: Buffer; at: Date },
): Outgoing {
  const { maskedHeaders, headers } = receiver
  const before = { 'Content-Type': 'application/json', 'User-Agent': `Pictable-Webhooks/${world.version}` }
  const signed: Record<string, string> = signatureHeaders({
    secrets: receiver.secretsAt(at),
    id: messageIdOf(delivery),
    timestampSeconds: Math.floor(at.getTime() / 1000),
    body,
  })
  const after = { 'X-Service-Event': delivery.event, 'X-Service-Attempt': String(delivery.attempts + 1) }
  const shown = Object.entries(signed).map(([name, value]) => [name, value.replace(signature, '$1***')] as const)
  return {
    headers: { ...before, ...headers, ...signed, ...after },
    shownHeaders: { ...before, ...maskedHeaders, ...Object.fromEntries(shown), ...after },
  }
}

function failureOf(status: number): Failure | null {
  if (isSuccess(status)) return null
  const more = status >= 300 && status < 400 ? ': a redirect is never followed' : ''
  return { code: 'status', message: `The receiver returned ${status}${more}.` }
}

function timingsOf(stages: Partial<WebhookAnswer['timings']> = {}, totalMs: number): Timings {
  const rounded = (timeMs: number | undefined) => (timeMs === undefined ? null : Math.round(timeMs * 10) / 10)
  const { dnsMs, connectMs, firstByteMs } = stages
  return {
    dnsMs: rounded(dnsMs),
    connectMs: rounded(connectMs),
    firstByteMs: rounded(firstByteMs),
    totalMs: Math.round(totalMs * 10) / 10,
  }
}

type Tried = { answer: WebhookAnswer; error: null } | { answer: null; error: WebhookSendError }

async function attempt(world: DeliverWorld, request: Parameters<SendWebhook>[0]): Promise<Tried> {
  try {
    return { answer: await world.send(request), error: null }
  } catch (error) {
    if (error instanceof WebhookSendError) return { answer: null, error }
    throw error
  }
}

const states = { delivered: 'delivered', gone: 'paused', failed: 'failed', retry: 'pending' } as const satisfies Record<
  Next['state'],
  string
>

const decoder = new TextDecoder()

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

function followUp(world: DeliverWorld, delivery: ClaimedDelivery, answer: WebhookAnswer | null): Next {
  const status = answer?.status ?? null
  const chance = isSuccess(status) ? 0 : (world.random.bytes(1)[0] ?? 0) / 255
  const n = delivery.attempts + 1 - delivery.replayedAfter
  return nextAttempt(n, { status, retryAfter: answer?.headers['retry-after'] }, { chance, now: world.clock.now() })
}

/** Sends a delivery once, and says what came of it and what is next. @throws the signal's reason when it aborts */
export async function deliver(
  world: DeliverWorld,
  delivery: ClaimedDelivery & { body: string },
  { receiver, signal }: { receiver: Receiver; signal: AbortSignal },
): Promise<Delivered> {
  const at = world.clock.now()
  const { url, timeoutMs } = receiver.webhook
  if (receiver.isMoved) return refuseMoved(delivery, at, secretMoved)
  const secret = openBody(world, delivery)
  if (secret !== null && !maySendBody(secret, { url, bodySecrets: receiver.bodySecrets }))
    return refuseMoved(delivery, at, movedAway)
  const body = Buffer.from(secret?.body ?? delivery.body)
  const { headers, shownHeaders } = headersOf(world, delivery, { receiver, body, at })
  const redactBody = createRedact(secret?.secrets ?? [])
  const redact = (text: string) => receiver.redact(redactBody(text))
  const startedAtMs = performance.now()
  const { answer, error } = await attempt(world, { url, headers, body, timeoutMs, signal })
  const next = followUp(world, delivery, answer)
  const answerHeaders = Object.entries(answer?.headers ?? {}).map(([name, value]) => [name, redact(value)] as const)
  const settled: SettledAttempt = {
    deliveryId: delivery.id,
    webhookId: delivery.webhookId,
    state: states[next.state],
    attempt: {
      n: delivery.attempts + 1,
      at,
      timings: timingsOf(answer?.timings, performance.now() - startedAtMs),
      requestHeaders: shownHeaders,
      status: answer?.status ?? null,
      answerHeaders: Object.fromEntries(answerHeaders),
      answerBody: answer === null ? '' : redact(decoder.decode(answer.body)),
      error: error === null ? failureOf(answer.status) : { code: error.code, message: redact(error.message) },
      nextAttemptAt: next.state === 'retry' ? new Date(world.clock.now().getTime() + next.waitMs) : null,
    },
  }
  return { settled, isTimeout: error?.isTimeout ?? false, isGone: next.state === 'gone' }
}
