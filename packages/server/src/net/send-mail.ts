import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type Mail, MailError, type Mailer, type SendMailOptions } from '#core/ports/mail.ts'
import { NetError } from '#net/policy/net-error.ts'
import { connectionError } from './connection-error.ts'
import type { GuardedLookup } from './guarded-lookup.ts'
import { smtpError } from './smtp-error.ts'

/** The mail server of the operator. */
export interface SmtpServer {
  host: string
  port: number
  /** `starttls` begins in the clear and never goes on without TLS. */
  security: 'starttls' | 'tls' | 'none'
  user: string | undefined
  password: string | undefined
  /** Sender, such as `Pictable <pictable@example.com>`. */
  from: string
}

export interface MailerSetup {
  createSocket: GuardedLookup['createSocket']
  /** Certificates that are trusted; undefined for the usual ones. */
  authorities: readonly string[] | undefined
  /** Takes the secrets of the server out of what it replies. */
  redact: (text: string) => string
}

const CONNECT_TIMEOUT_MS = 5000

/** nodemailer is loaded by the first message: most servers send none. */
const loadNodemailer = () => import('nodemailer')

/** @throws NetError */
async function connect(socket: Socket, { host, port }: SmtpServer, signal: AbortSignal): Promise<Socket> {
  const tooLate = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  const stop = AbortSignal.any([signal, tooLate])
  try {
    socket.on('error', () => {})
    socket.connect(port, host)
    await once(socket, 'connect', { signal: stop })
    return socket
  } catch (error) {
    socket.destroy()
    if (tooLate.aborted)
      throw new NetError('connect_timeout', `Cannot reach "${host}": no connection within ${CONNECT_TIMEOUT_MS} ms`)
    throw error instanceof NetError || signal.aborted ? error : connectionError(host, error)
  }
}

async function transportOf(server: SmtpServer, setup: MailerSetup, { timeoutMs, signal }: SendMailOptions) {
  const { createTransport } = await loadNodemailer()
  const { host, port, security, user, password } = server
  const connection = await connect(setup.createSocket(), server, signal)
  signal.addEventListener('abort', () => connection.destroy(), { once: true })
  return createTransport({
    ...{ host, port },
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user !== undefined && { auth: { user, pass: password ?? '' }, forceAuth: true }),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(setup.authorities && { ca: [...setup.authorities] }) },
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    getSocket: (_options, callback) => callback(null, { connection }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** As it is written into the header: the same on every attempt. */
function messageIdOf({ messageId }: Pick<Mail, 'messageId'>, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${messageId}@${domain}>`
}

function messageOf(mail: Mail, from: string) {
  const { to, subject, text, html, pictures, headers } = mail
  return {
    ...{ from, to, subject, text, html },
    messageId: messageIdOf(mail, from),
    // Automatic replies leave these alone (RFC 3834), so that no loop begins.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
    attachments: pictures.map(({ cid, filename, contentType, bytes }) => ({
      ...{ cid, filename, contentType },
      content: Buffer.from(bytes),
      contentDisposition: 'inline' as const,
    })),
  }
}

/** Sends mail through the server of the operator, one connection for each message. */
export function createMailer(server: SmtpServer, setup: MailerSetup): Mailer {
  /** Everything ends by the deadline, whatever the server does. */
  async function inTime<Result>(
    { timeoutMs, signal }: SendMailOptions,
    to: string,
    work: (options: SendMailOptions) => Promise<Result>,
  ): Promise<Result> {
    const tooLate = AbortSignal.timeout(timeoutMs)
    try {
      return await work({ timeoutMs, signal: AbortSignal.any([signal, tooLate]) })
    } catch (error) {
      signal.throwIfAborted()
      if (tooLate.aborted)
        throw new MailError(
          'timeout',
          `The mail server "${server.host}" did not finish within ${timeoutMs / 1000} s. The message may have arrived: a repeat has the same Message-ID.`,
        )
      throw smtpError(error, { ...server, to, redact: setup.redact })
    }
  }

  return {
    from: server.from,
    shownHeaders: (mail) => ({
      ...{ From: server.from, To: mail.to, Subject: mail.subject, 'Message-ID': messageIdOf(mail, server.from) },
      ...mail.headers,
    }),
    send: (mail, options) =>
      inTime(options, mail.to, async (within) => {
        const transport = await transportOf(server, setup, within)
        const { response } = await transport.sendMail({ ...messageOf(mail, server.from), signal: within.signal })
        const status = Number(/^\d{3}/.exec(response)?.[0] ?? 250)
        return { status, reply: setup.redact(response) }
      }),
    check: (options) =>
      inTime(options, '', async (within) => {
        const transport = await transportOf(server, setup, within)
        await Promise.race([
          transport.verify(),
          once(within.signal, 'abort').then(() => Promise.reject(within.signal.reason)),
        ])
      }),
  }
}
