import type { Failure } from '@pictable/model/failure'
import { type SendWebhook, type WebhookAnswer, WebhookSendError } from '#core/ports/webhooks.ts'
import type { World } from '#core/ports/world.ts'
import { isSuccess, nextAttempt } from '#core/webhook/next-attempt.ts'
import { withoutPictures } from '#core/webhook/slack-message.ts'
import { messageIdOf } from '#core/webhook/webhook.ts'
import type { ExchangeOptions, Send, Sendable } from './exchange.ts'
import { signatureHeaders } from './sign.ts'
import { slackFailure } from './slack-failure.ts'

export interface PostWorld extends Pick<World, 'clock' | 'random'> {
  send: SendWebhook
  /** Version of this program, for the header User-Agent. */
  version: string
}

const signature = /(v1[=,])[^,\s]+/g
const decoder = new TextDecoder()

function headersOf(
  world: PostWorld,
  delivery: Sendable,
  { receiver, body, at }: Pick<ExchangeOptions, 'receiver' | 'at'> & { body: Buffer },
): { headers: Record<string, string>; shownHeaders: Record<string, string> } {
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

type Tried = { answer: WebhookAnswer; error: null } | { answer: null; error: WebhookSendError }

async function attempt(world: PostWorld, request: Parameters<SendWebhook>[0]): Promise<Tried> {
  try {
    return { answer: await world.send(request), error: null }
  } catch (error) {
    if (error instanceof WebhookSendError) return { answer: null, error }
    throw error
  }
}

/** Posts the body of a delivery, with its headers and signatures. */
export const postEvent: Send<PostWorld> = async (world, delivery, { receiver, body: text, at, n, signal }) => {
  const { url, timeoutMs } = receiver.webhook
  const body = Buffer.from(text)
  const { headers, shownHeaders } = headersOf(world, delivery, { receiver, body, at })
  const { answer, error } = await attempt(world, { url, headers, body, timeoutMs, signal })
  const status = answer?.status ?? null
  const chance = isSuccess(status) ? 0 : (world.random.bytes(1)[0] ?? 0) / 255
  const outcome = { status, retryAfter: answer?.headers['retry-after'] }
  return {
    shownHeaders,
    status,
    answerHeaders: answer?.headers ?? {},
    answerBody: answer === null ? '' : decoder.decode(answer.body),
    timings: answer?.timings ?? {},
    error: error === null ? failureOf(answer.status) : { code: error.code, message: error.message },
    isTimeout: error?.isTimeout ?? false,
    next: nextAttempt(n, outcome, { chance, now: world.clock.now() }),
  }
}

/**
 * Posts a message to Slack. One that it rejected goes without its pictures the next time: it rejects a message when it
 * cannot fetch a picture.
 */
export const postSlack: Send<PostWorld> = async (world, delivery, options) => {
  const body = delivery.lastStatus === 400 && options.n > 1 ? withoutPictures(options.body) : options.body
  const exchange = await postEvent(world, delivery, { ...options, body })
  const { status, answerBody, next } = exchange
  if (status === null || isSuccess(status)) return exchange
  const { error, isGone } = slackFailure(status, answerBody)
  return {
    ...exchange,
    error: error ?? exchange.error,
    next: isGone ? { state: 'gone' } : next,
  }
}
