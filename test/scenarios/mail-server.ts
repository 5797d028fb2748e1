import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mailer } from '@pictable/server/core/ports/mail.ts'
import { testAuthority, testCertificate, testKey } from '@pictable/server/net/certificates.test-kit.ts'
import { portOf } from '@pictable/server/net/loopback.test-kit.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { openMailer } from '@pictable/server/start/open-net.ts'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

import { until } from '#test/until.ts'

export const smtpPassword = 'correct horse battery staple'

/** A message as the server took it. */
export interface ReceivedMail {
  from: string
  to: string[]
  isEncrypted: boolean
  user: string | undefined
  /** The message as it came over the wire. */
  source: string
}

export interface MailServer {
  port: number
  received: ReceivedMail[]
  /** Connections so far. */
  connections: number
  /** Rejects from now on; null takes everything. The text begins with an SMTP code. */
  rejectRecipient: (address: string) => string | null
  rejectMessage: () => string | null
  /** Settings of a Pictable that sends through it. */
  settings: Record<string, string>
  /** Its mailer, in this process; with other settings on top. */
  mailer(change?: Record<string, string>): Mailer
  /** Resolves when this many have come. Bounded. */
  until(count: number): Promise<ReceivedMail[]>
  close(): Promise<void>
  /** Listens again at its port. */
  reopen(): Promise<void>
}

const rejection = (text: string) => Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) })

const names = new Map([['example.com', '127.0.0.1']])

/** The host name `example.com` of the certificate is this machine. */
async function resolve(host: string) {
  const address = names.get(host)
  if (address === undefined) throw new Error(`no such name: ${host}`)
  return [{ address, family: 4 as const }]
}

/** Where the authority of the test certificates is, as PICTABLE_CA_FILE. */
function writeAuthority(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'pictable-authority-')), 'ca.pem')
  writeFileSync(file, testAuthority)
  return file
}

interface Setup extends SMTPServerOptions {
  /** Default: `starttls`. */
  security?: 'starttls' | 'tls' | 'none'
}

/** `startMailServer()` is a real SMTP server on a free port of loopback, with a certificate for example.com. */
export async function startMailServer({ security = 'starttls', ...options }: Setup = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const authority = writeAuthority()

  function open(port: number): Promise<SMTPServer> {
    const smtp = new SMTPServer({
      ...{ key: testKey, cert: testCertificate, secure: security === 'tls', logger: false },
      ...(security === 'none' && { disabledCommands: ['STARTTLS'], authOptional: true }),
      onConnect(_session, callback) {
        server.connections++
        callback()
      },
      onAuth({ username, password }, _session, callback) {
        if (username === 'pictable' && password === smtpPassword) callback(null, { user: username })
        else callback(rejection('535 5.7.8 Authentication failed'))
      },
      onRcptTo({ address }, _session, callback) {
        const text = server.rejectRecipient(address)
        callback(text === null ? null : rejection(text))
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
        stream.on('end', () => {
          const text = server.rejectMessage()
          if (text !== null) return callback(rejection(text))
          const { mailFrom, rcptTo } = session.envelope
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            isEncrypted: session.secure,
            user: typeof session.user === 'string' ? session.user : undefined,
            source: Buffer.concat(chunks).toString('utf8'),
          })
          callback(null, 'Queued as 1')
        })
      },
      ...options,
    })
    smtp.on('error', () => {})
    return new Promise((ready) => smtp.listen(port, '127.0.0.1', () => ready(smtp)))
  }

  const server: MailServer = {
    port: 0,
    received,
    connections: 0,
    rejectRecipient: () => null,
    rejectMessage: () => null,
    settings: {},
    mailer(change = {}) {
      const mailer = openMailer(parseConfig({ ...server.settings, ...change }), { resolve })
      if (mailer === null) throw new Error('no mailer')
      return mailer
    },
    until: (count) =>
      until(
        () => `${received.length} of ${count} messages have come`,
        () => received.length >= count && received,
      ),
    close: () => new Promise((closed) => smtp.close(() => closed())),
    async reopen() {
      smtp = await open(server.port)
    },
  }
  let smtp = await open(0)
  server.port = portOf(smtp.server)
  const signsIn = security !== 'none'
  server.settings = {
    ...{ PICTABLE_SMTP_HOST: 'example.com', PICTABLE_SMTP_PORT: String(server.port) },
    ...{ PICTABLE_SMTP_SECURITY: security, PICTABLE_SMTP_FROM: 'Pictable <pictable@example.com>' },
    ...{ PICTABLE_CA_FILE: authority },
    ...(signsIn && { PICTABLE_SMTP_USER: 'pictable', PICTABLE_SMTP_PASSWORD: smtpPassword }),
  }
  return server
}
