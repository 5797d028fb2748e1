import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Mail, MailError, type Mailer } from '@pictable/server/core/ports/mail.ts'
import { checks } from '@pictable/server/doctor/checks.ts'
import {
  testExpiredCertificate,
  testKey,
  testSelfSignedCertificate,
} from '@pictable/server/net/certificates.test-kit.ts'
import { portOf } from '@pictable/server/net/loopback.test-kit.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { type MailServer, smtpPassword, startMailServer } from '#test/scenarios/mail-server.ts'

const mail: Mail = {
  messageId: 'msg_01',
  to: 'ops@shop.example',
  subject: 'Cards: run completed ✓',
  text: 'It is done.\n.\nA line of a dot alone stays.',
  html: '<p>It is done. <img src="cid:picture-1" alt=""></p>',
  pictures: [{ cid: 'picture-1', filename: 'a.jpg', contentType: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]) }],
  headers: { 'X-Pictable-Event': 'run.completed' },
}

const options = () => ({ timeoutMs: 5000, signal: new AbortController().signal })

let open: MailServer[] = []
afterEach(async () => {
  await Promise.all(open.map((server) => server.close()))
  open = []
})

async function start(setup: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(setup)
  open.push(server)
  return server
}

/** Why a message is not accepted. */
async function failureOf(mailer: Mailer, change: Partial<Mail> = {}): Promise<MailError> {
  try {
    await mailer.send({ ...mail, ...change }, options())
  } catch (error) {
    if (error instanceof MailError) return error
    throw error
  }
  throw new Error('it was sent')
}

describe('createMailer()', () => {
  test.each(['starttls', 'tls', 'none'] as const)('sends with the security %s', async (security) => {
    const server = await start({ security })
    const sent = await server.mailer().send(mail, options())
    expect(sent).toMatchObject({ status: 250 })
    expect(server.mailer().shownHeaders(mail)).toMatchObject({ 'Message-ID': '<msg_01@example.com>', To: mail.to })
    const [one] = server.received
    expect(one).toMatchObject({
      from: 'pictable@example.com',
      to: ['ops@shop.example'],
      isEncrypted: security !== 'none',
      user: security === 'none' ? undefined : 'pictable',
    })
    const source = one?.source ?? ''
    expect(source).toMatch(/^From: Pictable <pictable@example\.com>\r$/m)
    expect(source).toMatch(/^Message-ID: <msg_01@example\.com>\r$/m)
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(source).toMatch(/^Subject: =\?UTF-8\?.+\?=\r$/m)
    expect(source).toMatch(/Content-Id: <picture-1>/i)
    expect(source).toContain('\r\n.\r\nA line')
    expect(source).toContain('AQID')
  })

  test('puts nothing but itself into a header, whatever is in a subject', async () => {
    const server = await start()
    await server.mailer().send({ ...mail, subject: 'Cards\r\nBcc: thief@example.net\r\n\r\nx' }, options())
    const [one] = await server.until(1)
    expect(one?.to).toEqual(['ops@shop.example'])
    const head = one?.source.split('\r\n\r\n')[0] ?? ''
    expect(head).not.toMatch(/^Bcc:/im)
  })

  test.each([
    [
      { PICTABLE_SMTP_PASSWORD: 'wrong password' },
      'smtp_auth',
      /rejected the user name or password: 535 .*Correct PICTABLE_SMTP_USER/,
    ],
    [
      { PICTABLE_CA_FILE: '' },
      'tls',
      /no trusted authority. If the server is yours, trust its authority with PICTABLE_CA_FILE/,
    ],
    [{ PICTABLE_SMTP_HOST: '127.0.0.1' }, 'tls', /certificate is for another host name. Set PICTABLE_SMTP_HOST/],
    [{ PICTABLE_SMTP_HOST: 'nowhere.example' }, 'dns', /Cannot reach "nowhere.example": its name cannot be resolved/],
    [{ PICTABLE_SMTP_PORT: '6379' }, 'blocked_port', /port 6379 is blocked/],
    [{ PICTABLE_SMTP_HOST: '169.254.169.254' }, 'blocked_address', /link-local, reserved or a metadata service/],
  ])('says of %j what is wrong and what helps', async (change, code, text) => {
    const server = await start()
    const failure = await failureOf(server.mailer(change))
    expect(failure).toMatchObject({ code, isFinal: false })
    expect(failure.message).toMatch(text)
    expect(server.received).toEqual([])
  })

  test.each([
    [testExpiredCertificate, /has expired\. Renew/],
    [testSelfSignedCertificate, /self-signed\. If the server is yours, trust its certificate with PICTABLE_CA_FILE/],
  ])('trusts no bad certificate, by STARTTLS and from the first byte', async (cert, text) => {
    for (const security of ['starttls', 'tls'] as const) {
      const server = await start({ security, key: testKey, cert })
      expect((await failureOf(server.mailer())).message).toMatch(text)
    }
  })

  test('sends neither password nor message to a server without STARTTLS', async () => {
    const server = await start({ disabledCommands: ['STARTTLS'], authOptional: true })
    const failure = await failureOf(server.mailer())
    expect(failure).toMatchObject({ code: 'tls', isFinal: false })
    expect(failure.message).toMatch(/does not offer STARTTLS on port \d+, so nothing was sent/)
    expect(server.received).toEqual([])
  })

  test('names the setting when TLS and its lack meet', async () => {
    const server = await start({ security: 'none' })
    const mailer = server.mailer({ PICTABLE_SMTP_SECURITY: 'tls' })
    expect((await failureOf(mailer)).message).toMatch(/PICTABLE_SMTP_SECURITY/)
  })

  test('a rejected recipient or message is final; a mailbox that is busy is not', async () => {
    const server = await start()
    server.rejectRecipient = () => '550 5.1.1 No such user'
    const gone = await failureOf(server.mailer())
    expect(gone).toMatchObject({ code: 'recipient_refused', status: 550, isFinal: true })
    expect(gone.message).toMatch(/rejected the recipient ops@shop\.example: 550 .*No such user\. Correct or remove/)
    server.rejectRecipient = () => '450 4.2.1 Try again later'
    expect(await failureOf(server.mailer())).toMatchObject({ code: 'recipient_refused', status: 450, isFinal: false })
    server.rejectRecipient = () => null
    server.rejectMessage = () => '554 5.7.1 Looks like spam'
    expect(await failureOf(server.mailer())).toMatchObject({ code: 'message_refused', status: 554, isFinal: true })
    expect(server.received).toEqual([])
  })

  test('a sender that the server rejects is a setting, which is tried again', async () => {
    const server = await start({
      onMailFrom: (_address, _session, callback) =>
        callback(Object.assign(new Error('5.7.1 Not your address'), { responseCode: 553 })),
    })
    const failure = await failureOf(server.mailer())
    expect(failure).toMatchObject({ code: 'sender_refused', isFinal: false })
    expect(failure.message).toMatch(/Set PICTABLE_SMTP_FROM/)
  })

  test.each([
    ['says nothing', () => {}],
    ['drips', (write: (text: string) => void) => void setInterval(() => write('220-x\r\n'), 50).unref()],
    ['never ends a line', (write: (text: string) => void) => void setInterval(() => write('2'), 50).unref()],
  ])('a server that %s is given up by the deadline', async (_what, serve) => {
    const silent = createServer((socket) => {
      socket.on('error', () => {})
      serve((text) => void (socket.writable && socket.write(text)))
    }).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const server = await start()
    const mailer = server.mailer({ PICTABLE_SMTP_PORT: String(portOf(silent)) })
    const startedMs = performance.now()
    await expect(mailer.send(mail, { ...options(), timeoutMs: 600 })).rejects.toMatchObject({
      code: 'timeout',
      isTimeout: true,
    })
    expect(performance.now() - startedMs).toBeLessThan(3000)
    silent.close()
  })

  test('check() signs in and sends nothing', async () => {
    const server = await start()
    await server.mailer().check(options())
    await expect(server.mailer({ PICTABLE_SMTP_PASSWORD: 'wrong password' }).check(options())).rejects.toMatchObject({
      code: 'smtp_auth',
    })
    expect(server.received).toEqual([])
  })

  test('pictable doctor names what is wrong with the settings', async () => {
    const server = await start({ security: 'none', authOptional: true })
    const check = checks.find(({ name }) => name === 'email')
    const look = (change: Record<string, string> = {}) =>
      check?.look(parseConfig({ ...server.settings, PICTABLE_SMTP_HOST: '127.0.0.1', PICTABLE_CA_FILE: '', ...change }))
    expect(await look()).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^127\.0\.0\.1 responds in \d+ ms/),
    })
    const signIn = { PICTABLE_SMTP_USER: 'pictable', PICTABLE_SMTP_PASSWORD: 'not the one' }
    expect(await look(signIn)).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/Correct PICTABLE_SMTP_USER/),
    })
    expect(await check?.look(parseConfig({}))).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^not set up/),
    })
    expect(server.received).toEqual([])
  })

  test('masks a password that the server repeats', async () => {
    const server = await start({
      onAuth: (auth, _session, callback) =>
        callback(
          Object.assign(
            new Error(`no ${auth.password} ${Buffer.from(`\0pictable\0${auth.password}`).toString('base64')}`),
            { responseCode: 535 },
          ),
        ),
    })
    const { message, reply } = await failureOf(server.mailer())
    for (const text of [message, reply]) {
      expect(text).not.toContain(smtpPassword)
      expect(text).not.toContain(Buffer.from(smtpPassword).toString('base64').slice(4, -6))
    }
  })

  test('an aborted call ends with the reason of its signal', async () => {
    const server = await start()
    const stop = new AbortController()
    const stopping = new Error('stopping')
    stop.abort(stopping)
    await expect(server.mailer().send(mail, { timeoutMs: 5000, signal: stop.signal })).rejects.toBe(stopping)
  })
})
