import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer as createHttpsServer } from 'node:https'
import { signImageUrl } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { testCertificate, testKey } from '@pictable/server/net/certificates.test-kit.ts'
import { portOf } from '@pictable/server/net/loopback.test-kit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createCanaries, filesIn } from '#test/scenarios/canary-kit.ts'
import { type MailServer, startMailServer } from '#test/scenarios/mail-server.ts'
import { type Received, type Receiver, startReceiver } from '#test/scenarios/receiver.ts'
import { secretSetting } from '#test/scenarios/secret-setting.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const canaries = createCanaries()
const adminKey = canaries.make('PICTABLE_ADMIN_KEY')

let dataDir: string
let server: ServerProcess
let adminUrl: string
let receiver: Receiver
let mailServer: MailServer
/** Every answer but those that show a new secret. */
const answers: { of: string; text: string }[] = []

const shape = z.looseObject({
  id: z.string().default(''),
  secret: z.string().nullish(),
  results: z.array(z.looseObject({ id: z.string().default('') })).default([]),
})

interface Asking {
  body?: unknown
  /** null sends none. */
  key?: string | null
  headers?: Record<string, string>
  /** The answer shows a secret, as it must. */
  shows?: boolean
}

async function ask(method: string, path: string, { body, key = adminKey, headers = {}, shows = false }: Asking = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const of = `${method} ${path.split('?')[0]}: ${response.status}`
  if (!shows) answers.push({ of, text: `${JSON.stringify([...response.headers])} ${text}` })
  const json: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: response.status, headers: response.headers, of, json: shape.parse(json), text }
}

/** Looks again until the delivery was attempted. */
async function untilAttempted(deliveryId: string): Promise<void> {
  const attempted = async () =>
    z.looseObject({ attempts: z.int() }).parse(JSON.parse((await ask('GET', `/v1/deliveries/${deliveryId}`)).text))
      .attempts
  await expect.poll(attempted).toBeGreaterThan(0)
}

/** Gives everything back that it was sent, in every coding. */
function echo({ headers, body }: Received): string {
  const text = `${JSON.stringify(headers)} ${Object.values(headers).join('\n')} ${Buffer.from(body).toString()}`
  const bytes = Buffer.from(text)
  const codings = ['hex', 'base64', 'base64url'] as const
  return [text, encodeURIComponent(text), ...codings.map((coding) => bytes.toString(coding))].join('\n')
}

beforeAll(async () => {
  dataDir = makeDataDirectory('pictable-canary-')
  const [port, adminPort] = [await freePort(), await freePort()]
  adminUrl = `http://127.0.0.1:${adminPort}`
  receiver = await startReceiver()
  mailServer = await startMailServer({
    security: 'none',
    onAuth: ({ password = '', username }, _session, callback) => {
      const plain = Buffer.from(`\0${username}\0${password}`).toString('base64')
      callback(Object.assign(new Error(`no ${password} ${plain}`), { responseCode: 535 }))
    },
  })
  server = await startServerProcess({
    PICTABLE_PORT: String(port),
    PICTABLE_ADMIN_PORT: String(adminPort),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_SECRET_KEY: canaries.make('PICTABLE_SECRET_KEY'),
    PICTABLE_LOG_LEVEL: 'trace',
    ...mailServer.settings,
    PICTABLE_CA_FILE: '',
    PICTABLE_SMTP_HOST: '127.0.0.1',
    PICTABLE_SMTP_USER: 'pictable',
    PICTABLE_SMTP_PASSWORD: canaries.make('PICTABLE_SMTP_PASSWORD'),
    PICTABLE_EGRESS_ALLOW: '127.0.0.0/8',
    PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
    PICTABLE_RENDER_PROCESSES: '1',
    PICTABLE_SEED_SAMPLE: 'true',
  })
})

afterAll(async () => {
  await server.end('SIGKILL')
  await receiver.close()
  await mailServer.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Email through a server that repeats the password. */
async function driveMail(): Promise<void> {
  const body = { name: 'Mail', format: 'email', recipients: ['ops@shop.example'] }
  const { json: webhook } = await ask('POST', '/v1/webhooks', { body })
  const { json: delivery } = await ask('POST', `/v1/webhooks/${webhook.id}/test`)
  await untilAttempted(delivery.id)
  const { text } = await ask('GET', `/v1/deliveries/${delivery.id}`)
  expect(text).toContain('smtp_auth')
  await ask('DELETE', `/v1/webhooks/${webhook.id}`)
}

/** Webhooks: made, changed, rotated, tested, answered with an echo, refused, repeated. */
async function driveWebhooks(): Promise<void> {
  receiver.answer = (response, received) => {
    const { authorization = '', 'x-token': token = '' } = received.headers
    response.writeHead(receiver.received.length % 2 === 0 ? 500 : 200, { 'x-echo': authorization, 'x-part': token })
    response.end(echo(received))
  }
  const headers = {
    Authorization: `Bearer ${canaries.make('webhook header Authorization')}`,
    'X-Token': canaries.make('webhook header X-Token'),
  }
  const secretValue = (field: string) => ({ $secret: canaries.make(`user_defined ${field}`) })
  const ownKeys = { token: secretValue('token'), nested: { list: ['{{event}}', secretValue('in a list')] } }
  const body = {
    name: 'Ours',
    url: receiver.url,
    headers,
    user_defined: ownKeys,
    secret: canaries.make('webhook secret'),
  }
  const once_ = { body, headers: { 'idempotency-key': 'one' }, shows: true }
  const { json: webhook } = await ask('POST', '/v1/webhooks', once_)
  expect((await ask('POST', '/v1/webhooks', once_)).json).toEqual(webhook)
  const path = `/v1/webhooks/${webhook.id}`
  await ask('POST', `${path}/rotate-secret`, { body: { secret: canaries.make('rotated secret') }, shows: true })
  const generated = await ask('POST', `${path}/rotate-secret`, { shows: true })
  canaries.keep('generated secret', generated.json.secret ?? '')
  await ask('PATCH', path, { body: { headers: { ...headers, 'X-New': canaries.make('changed header') } } })
  await ask('PATCH', path, { body: { user_defined: { ...ownKeys, more: secretValue('changed') } } })
  expect((await ask('PATCH', path, { body: { url: `${receiver.url}/other` } })).status).toBe(400)
  for (const event of ['image.created', 'run.failed']) {
    const { json: delivery } = await ask('POST', `${path}/test`, { body: { event } })
    await untilAttempted(delivery.id)
    await ask('POST', `/v1/deliveries/${delivery.id}/replay`)
  }
  for (const place of ['/v1/webhooks', path, `${path}/deliveries`, '/v1/deliveries']) await ask('GET', place)
}

/** What is refused must not be said again. */
async function driveRefusals(): Promise<void> {
  const secret = canaries.make('refused secret')
  const refused = [
    { name: 'x', url: 'http://10.0.0.1/', secret },
    { name: 'x', url: `https://u:${encodeURIComponent(secret)}@shop.example/`, secret },
    { name: 'x', url: 'https://shop.example/', secret: secret.slice(0, 15) },
    { name: 'x', url: 'https://shop.example/', secret: { text: secret } },
    { name: 'x', url: 'https://shop.example/', headers: { Host: secret } },
    { name: 'x', url: 'https://shop.example/', headers: { 'X-A': `${secret}\r\nX-B: 1` } },
    { name: 'x', url: 'https://shop.example/', headers: { 'X-A': [secret] } },
    { name: 'x', url: 'https://shop.example/', user_defined: { $secret: secret } },
    { name: 'x', url: 'https://shop.example/', user_defined: { a: { $secret: [secret] } } },
    { name: 'x', url: 'https://shop.example/', user_defined: { a: { $secret: secret, b: 1 } } },
    { name: 'x', url: 'https://shop.example/', user_defined: { a: { $secret: secret.repeat(200) } } },
    `{"name":"x","secret":"${secret.slice(1)}"`,
    `{"secret":"${secret.slice(1)}", nonsense}`,
  ]
  for (const body of refused) expect((await ask('POST', '/v1/webhooks', { body })).status).toBe(400)
  const wrong = canaries.make('mistyped key')
  for (const key of [wrong, `pct_abcdefgh_${wrong}`]) expect((await ask('GET', '/v1/runs', { key })).status).toBe(401)
}

/** Receivers that cannot be reached: nobody there, and a certificate that nobody trusts. */
async function driveUnreachable(): Promise<void> {
  const tls = createHttpsServer({ key: testKey, cert: testCertificate }).listen(0, '127.0.0.1')
  await once(tls, 'listening')
  for (const url of [`https://127.0.0.1:${portOf(tls)}/`, 'http://127.0.0.1:1/', 'https://nobody.invalid/']) {
    const headers = { Authorization: `Basic ${canaries.make(`header to ${url.slice(0, 16)}`)}` }
    const body = { name: 'x', url, headers, secret: canaries.make(`secret of ${url.slice(0, 16)}`) }
    const { json: webhook, status } = await ask('POST', '/v1/webhooks', { body, shows: true })
    if (status !== 201) continue
    const { json: delivery } = await ask('POST', `/v1/webhooks/${webhook.id}/test`)
    await untilAttempted(delivery.id)
  }
  tls.close()
}

const jsonSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ type: z.unknown(), enum: z.array(z.unknown()).optional() })),
  required: z.array(z.string()).default([]),
})
const sourceKinds = z.looseObject({
  results: z.array(z.looseObject({ kind: z.string(), settings: jsonSchema, secret_settings: z.array(z.string()) })),
})

/** The secret settings of every kind of source: kept where the rest fits, and refused where it does not. */
async function driveConnections(): Promise<void> {
  const { results } = sourceKinds.parse(JSON.parse((await ask('GET', '/v1/sources')).text))
  const kept = new Set<string>()
  const secretive = results.filter(({ secret_settings: names }) => names.length > 0)
  for (const { kind, settings, secret_settings } of secretive) {
    const make = (name: string, about = '') => secretSetting(name, canaries.make(`${kind} ${name}${about}`))
    const secrets = Object.fromEntries(secret_settings.map((name) => [name, make(name)]))
    // Where the URL is optional, the default is a server that is not ours.
    const urls = Object.keys(settings.properties).filter((name) => /url/i.test(name))
    const others = [...settings.required, ...urls].filter((name) => !secret_settings.includes(name))
    const usual = Object.fromEntries(
      others.map((name) => {
        const { type, enum: values } = settings.properties[name] ?? {}
        const text = /url/i.test(name) ? 'https://127.0.0.1:1' : '127.0.0.1'
        return [name, values?.[0] ?? (type === 'string' ? text : 1)]
      }),
    )
    for (const given of [{ ...usual, ...secrets }, { ...secrets, nonsense: true }, secrets]) {
      const answer = await ask('POST', '/v1/connections', { body: { name: kind, source: kind, settings: given } })
      if (answer.status !== 201) continue
      kept.add(kind)
      const path = `/v1/connections/${answer.json.id}`
      await ask('POST', `${path}/test`)
      await ask('GET', `${path}/bases`)
      const [first = ''] = secret_settings
      await ask('PATCH', path, { body: { settings: { [first]: make(first, ', changed') } } })
      await ask('GET', path)
    }
  }
  expect([...kept].sort()).toEqual(secretive.map(({ kind }) => kind).sort())
}

async function driveKeys(): Promise<void> {
  const made = await ask('POST', '/v1/api-keys', { body: { name: 'Ours', scopes: ['read'] }, shows: true })
  const key = made.json.secret ?? ''
  canaries.keep('API key', key)
  await ask('GET', '/v1/runs', { key })
  await ask('POST', '/v1/webhooks', { key, body: {} })
  await ask('GET', '/v1/api-keys')
  await ask('DELETE', `/v1/api-keys/${made.json.id}`)
  await ask('GET', '/v1/runs', { key })
}

/** Its secret signs, and is shown by nothing that it signs. */
async function driveUrlKeys(): Promise<void> {
  const made = await ask('POST', '/v1/url-keys', { body: { name: 'Ours' }, shows: true })
  const { id: keyId, secret = '' } = made.json
  canaries.keep('URL key', secret ?? '')
  // The sample is made after the start.
  await expect.poll(async () => (await ask('GET', '/v1/templates')).json.results.length).toBeGreaterThan(0)
  const [template] = (await ask('GET', '/v1/templates')).json.results
  const parts = { baseUrl: '', keyId, secret: secret ?? '', expiresAt: new Date(Date.now() + 3_600_000) }
  const good = await signImageUrl({ ...parts, templateId: template?.id ?? '' })
  expect((await ask('GET', good)).status).toBe(200)
  expect((await ask('GET', good.replace('exp=', 'exp=9'))).status).toBe(403)
  expect((await ask('GET', `${good}&secret=${secret}`)).status).toBe(403)
  for (const place of ['/v1/url-keys', `/v1/url-keys/${keyId}`]) await ask('GET', place)
  await ask('DELETE', `/v1/url-keys/${keyId}`)
}

/** The address of a hook is its own key: called, called wrongly, called when it is gone. */
async function driveHooks(): Promise<void> {
  const [action] = (await ask('GET', '/v1/actions')).json.results
  const body = { action_id: action?.id, kind: 'incoming_hook', settings: {} }
  const made = await ask('POST', '/v1/triggers', { body, shows: true })
  expect(made.status).toBe(201)
  const address = z.looseObject({ hook_url: z.string() }).parse(JSON.parse(made.text)).hook_url
  const { pathname } = new URL(address)
  canaries.keep('token of a hook', pathname.slice('/v1/hooks/'.length))
  for (const method of ['POST', 'PUT']) await ask(method, pathname, { key: null })
  await ask('POST', `${pathname}/more?again=${pathname}`, { key: null })
  await ask('DELETE', `/v1/triggers/${made.json.id}`)
  await ask('POST', pathname, { key: null })
}

/** Passwords, and what browsers and links hold: typed, kept, mistyped, planted. */
async function drivePeople(): Promise<void> {
  const password = canaries.make('password')
  const email = 'olga@example.com'
  const from = { 'sec-fetch-site': 'same-origin' }
  const cookieOf = (field: string, { headers }: { headers: Headers }) => {
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    canaries.keep(field, cookie.split('=')[1] ?? '')
    return cookie
  }
  const open = (path: string, body: unknown) => ask('POST', path, { body, headers: from, shows: true })
  const invited = await open('/v1/users', { email, name: 'Olga', role: 'owner' })
  const link = z.looseObject({ link: z.string() }).parse(JSON.parse(invited.text)).link
  const linkToken = new URL(link).searchParams.get('token') ?? ''
  canaries.keep('token of a link', linkToken)
  await ask('POST', '/v1/links/look', { body: { token: linkToken } })
  const joined = await open('/v1/links/redeem', { token: linkToken, password })
  const first = cookieOf('session', joined)
  await ask('POST', '/v1/links/redeem', { body: { token: linkToken, password } })
  await ask('POST', '/v1/setup', { body: { token: 'guessed', email, name: 'X', password } })
  await ask('POST', '/v1/session', { body: { email, password: canaries.make('mistyped password') } })
  await ask('POST', '/v1/session', { body: { email: canaries.make('password as e-mail'), password: 'x' } })
  const session = cookieOf('second session', await open('/v1/session', { email, password }))
  const asUser = (method: string, path: string, body?: unknown) =>
    ask(method, path, { body, key: null, headers: { ...from, cookie: session } })
  await ask('GET', '/v1/me', {
    key: null,
    headers: { cookie: `${first}; pictable=${canaries.make('planted cookie')}` },
  })
  await asUser('POST', '/v1/me/password', { current_password: 'x', new_password: canaries.make('refused password') })
  await asUser('PATCH', '/v1/me', { name: 'O', current_password: password })
  for (const place of ['me', 'sessions', 'users', 'audit-log', 'request-log', 'settings', 'api-keys'])
    expect((await asUser('GET', `/v1/${place}`)).status).toBe(200)
}

test('a secret shows nowhere but in the one answer that must show it', async () => {
  const stop = new AbortController()
  let streamed = ''
  const stream = await fetch(`${server.url}/v1/events`, {
    headers: { authorization: `Bearer ${adminKey}`, 'last-event-id': adminKey },
    signal: stop.signal,
  })
  const decoder = new TextDecoder()
  const reading = (async () => {
    for await (const chunk of stream.body ?? []) streamed += decoder.decode(chunk, { stream: true })
  })().catch(() => {})

  await driveWebhooks()
  await driveMail()
  await driveRefusals()
  await driveUnreachable()
  await driveConnections()
  await driveKeys()
  await driveUrlKeys()
  await driveHooks()
  await drivePeople()
  await ask('GET', '/v1/openapi.json')
  await expect.poll(() => streamed).toContain('event: delivery')
  answers.push({ of: '/metrics', text: await (await fetch(`${adminUrl}/metrics`)).text() })
  stop.abort()
  await reading
  expect(await server.end('SIGTERM')).toBe(0)

  expect(receiver.received.length).toBeGreaterThan(2)
  expect(canaries.in(receiver.received.map(echo).join())).toEqual(
    expect.arrayContaining(['webhook header X-Token', 'user_defined token', 'user_defined in a list']),
  )
  const log = server.output()
  expect(log.split('\n').filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(20)
  const shown = [
    ...answers.map(({ of, text }) => ({ of, fields: canaries.in(text) })),
    ...log.split('\n').map((line) => ({ of: `log: ${line.slice(0, 300)}`, fields: canaries.in(line) })),
    { of: 'the stream of events', fields: canaries.in(streamed) },
    ...filesIn(dataDir).map(({ path, text }) => ({ of: path.slice(dataDir.length), fields: canaries.in(text) })),
  ]
  expect(shown.filter(({ fields }) => fields.length > 0)).toEqual([])
})

test('standard output is the log, a JSON object a line from the start to the end', async () => {
  expect(await server.end('SIGTERM')).toBe(0)
  const lines: unknown[] = server
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'info', role: 'both', url: server.url, msg: 'Pictable has started' }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ level: 'info', msg: 'Pictable is stopping' }))
})
