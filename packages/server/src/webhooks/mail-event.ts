import type { Failure } from '@pictable/model/failure'
import { MailError, type Mailer, type MailPicture, type SentMail } from '#core/ports/mail.ts'
import type { World } from '#core/ports/world.ts'
import { MAIL_IS_OFF } from '#core/webhook/check-format.ts'
import { type MailMessage, parseMailMessage, withPictures } from '#core/webhook/mail-message.ts'
import { isRecipient } from '#core/webhook/mail-recipients.ts'
import { type Next, nextAttempt } from '#core/webhook/next-attempt.ts'
import { messageIdOf } from '#core/webhook/webhook.ts'
import type { Exchange, ExchangeOptions, Send } from './exchange.ts'

export type MailWorld = Pick<World, 'clock' | 'mail' | 'random' | 'storage'>

/** Signing in and the message itself take longer than a request: servers check for spam before they reply. */
const TIMEOUT_MS = 30_000

/** Those that were deleted since, or that the storage cannot return now, are left out. */
async function readPictures({ storage }: MailWorld, { pictures }: MailMessage): Promise<MailPicture[]> {
  const read = pictures.map(async ({ cid, file, type }): Promise<MailPicture[]> => {
    const bytes = await storage.get(file).catch(() => null)
    return bytes === null ? [] : [{ cid, filename: file.replace(/^.*\//, ''), contentType: type, bytes }]
  })
  return (await Promise.all(read)).flat()
}

function exchangeOf(
  {
    headers = {},
    status = null,
    reply = '',
  }: { headers?: Record<string, string>; status?: number | null; reply?: string },
  { error, isTimeout = false, next }: { error: Failure | null; isTimeout?: boolean; next: Next },
): Exchange {
  const answerHeaders = {}
  return { shownHeaders: headers, status, answerHeaders, answerBody: reply, timings: {}, error, isTimeout, next }
}

async function attempt(
  mailer: Mailer,
  mail: Parameters<Mailer['send']>[0],
  signal: AbortSignal,
): Promise<{ sent: SentMail } | { error: MailError }> {
  try {
    return { sent: await mailer.send(mail, { timeoutMs: TIMEOUT_MS, signal }) }
  } catch (error) {
    if (error instanceof MailError) return { error }
    throw error
  }
}

/** Sends an email to its one recipient. */
export const mailEvent: Send<MailWorld> = async (world, delivery, { receiver, body, n, signal }: ExchangeOptions) => {
  const { webhook } = receiver
  const to = delivery.recipient ?? ''
  const later = (): Next =>
    nextAttempt(n, { status: null }, { chance: (world.random.bytes(1)[0] ?? 0) / 255, now: world.clock.now() })
  if (!isRecipient(webhook, to)) {
    const error = { code: 'recipient_removed', message: `${to} is no longer a recipient, so nothing was sent.` }
    return exchangeOf({}, { error, next: { state: 'failed' } })
  }
  if (world.mail === null)
    return exchangeOf({}, { error: { code: 'mail_off', message: `${MAIL_IS_OFF}.` }, next: later() })
  const message = parseMailMessage(body)
  const pictures = await readPictures(world, message)
  const html = withPictures(message.html, new Set(pictures.map(({ cid }) => cid)))
  const messageId = messageIdOf(delivery)
  const headers = { 'X-Pictable-Event': delivery.event, 'X-Pictable-Attempt': String(delivery.attempts + 1) }
  const mail = { messageId, to, subject: message.subject, text: message.text, html, pictures, headers }
  const tried = await attempt(world.mail, mail, signal)
  const shown = { headers: world.mail.shownHeaders(mail) }
  if ('sent' in tried) return exchangeOf({ ...shown, ...tried.sent }, { error: null, next: { state: 'delivered' } })
  const { code, message: why, status, reply, isTimeout, isFinal } = tried.error
  return exchangeOf(
    { ...shown, status, reply },
    { error: { code, message: why }, isTimeout, next: isFinal ? { state: 'failed' } : later() },
  )
}
