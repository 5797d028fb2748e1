import { createServer } from 'node:net'
import { verify } from '@pictable/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver, status } from '#test/scenarios/receiver.ts'
import { seed } from '#test/scenarios/seed.ts'
import {
  deliveriesOf,
  makeWebhook,
  sendTest,
  untilAttempts,
  untilState,
  webhookShape,
} from '#test/scenarios/webhook-kit.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let receiver: Receiver

beforeAll(async () => {
  app = await startApp()
  await seed(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  const { results } = await app.world.data.webhooks.list({ limit: 100 })
  for (const { id } of results) await app.world.data.webhooks.delete(id)
  await receiver.close()
  expect(app.errors).toEqual([])
})

const path = (id: string, verb: string) => `/v1/webhooks/${id}/${verb}`

describe('secrets', () => {
  test('are shown once, then masked, with the header values', async () => {
    const headers = { Authorization: 'Bearer secret-token-1234', 'X-Short': 'abc' }
    const { id, secret } = await makeWebhook(app, receiver.url, {
      headers,
      secret: 'a typed secret'.padEnd(20, 'x').replaceAll(' ', '_'),
    })
    expect(secret).toBe('a_typed_secretxxxxxx')
    const shown = await app.request('GET', `/v1/webhooks/${id}`)
    expect(shown.json).toMatchObject({ secret: '***xxxx', headers: { Authorization: '***1234', 'X-Short': '***' } })
    const changed = await app.request('PATCH', `/v1/webhooks/${id}`, {
      body: { headers: { Authorization: '***1234', 'X-New': 'value of it' }, secret: '***xxxx' },
    })
    expect(changed.json).toMatchObject({ secret: '***xxxx', headers: { Authorization: '***1234', 'X-New': '***' } })
    await sendTest(app, id)
    const [received] = await receiver.until(1)
    expect(received?.headers).toMatchObject({ authorization: 'Bearer secret-token-1234', 'x-new': 'value of it' })
    expect(received?.headers).not.toHaveProperty('x-short')
    if (received) await verify({ body: received.body, headers: received.headers, secret: 'a_typed_secretxxxxxx' })
  })

  test('rotate under traffic: during the overlap every delivery verifies with the old one and the new', async () => {
    const made = await makeWebhook(app, receiver.url, { secret: 'generate' })
    const before = Array.from({ length: 10 }, () => sendTest(app, made.id))
    const rotation = app.request('POST', path(made.id, 'rotate-secret'))
    const during = Array.from({ length: 10 }, () => sendTest(app, made.id))
    const rotated = webhookShape.parse((await rotation).json)
    await Promise.all([...before, ...during, sendTest(app, made.id)])
    const received = await receiver.until(21)
    for (const { body, headers } of received) await verify({ body, headers, secret: made.secret ?? '' })
    const last = received.at(-1)
    if (!last) throw new Error('nothing came')
    await verify({ body: last.body, headers: last.headers, secret: rotated.secret ?? '' })
    expect((await app.request('GET', `/v1/webhooks/${made.id}`)).json).toMatchObject({ older_secrets: { length: 1 } })
    app.advance(25 * 3_600_000)
    await sendTest(app, made.id)
    const [late] = (await receiver.until(22)).slice(-1)
    if (!late) throw new Error('nothing came')
    const now = app.world.clock.now()
    await verify({ body: late.body, headers: late.headers, secret: rotated.secret ?? '', now })
    await expect(verify({ body: late.body, headers: late.headers, secret: made.secret ?? '', now })).rejects.toThrow()
    expect((await app.request('GET', `/v1/webhooks/${made.id}`)).json).toMatchObject({ older_secrets: [] })
  })

  test('end at once when they are rotated without overlap, replaced or removed', async () => {
    const { id, secret } = await makeWebhook(app, receiver.url, { secret: 'generate' })
    const latest = async () => {
      const count = receiver.received.length + 1
      await sendTest(app, id)
      const received = (await receiver.until(count))[count - 1]
      if (!received) throw new Error('nothing came')
      return { body: received.body, headers: received.headers, now: app.world.clock.now() }
    }
    await verify({ ...(await latest()), secret: secret ?? '' })
    await app.request('POST', path(id, 'rotate-secret'), {
      body: { secret: 'typed-and-long-enough', overlap_hours: 0 },
    })
    const rotated = await latest()
    await verify({ ...rotated, secret: 'typed-and-long-enough' })
    await expect(verify({ ...rotated, secret: secret ?? '' })).rejects.toThrow()
    await app.request('PATCH', `/v1/webhooks/${id}`, { body: { secret: null } })
    expect((await latest()).headers).not.toHaveProperty('x-service-signature')
  })
})

describe('a paused webhook', () => {
  test('holds back what happens, and sends it when it is resumed', async () => {
    const { id } = await makeWebhook(app, receiver.url)
    const paused = await app.request('POST', path(id, 'pause'))
    expect(paused.json).toMatchObject({ active: false, pause: { reason: 'owner' } })
    expect((await app.request('POST', path(id, 'test'))).status).toBe(409)
    await renderImage()
    await renderImage()
    const held = await deliveriesOf(app, id, '&state=paused')
    expect([held.length, receiver.received.length]).toEqual([2, 0])
    expect(
      (await app.request('POST', path(id, 'replay-failed'), { body: { since: '2020-01-01T00:00:00Z' } })).status,
    ).toBe(409)
    expect((await app.request('POST', path(id, 'resume'))).json).toMatchObject({ active: true, pause: null })
    const received = await receiver.until(2)
    expect(received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      held.map(({ message_id }) => message_id).sort(),
    )
  })

  test('lets an attempt under way end, and resuming does not send it again', async () => {
    const { id } = await makeWebhook(app, receiver.url)
    await untilState(app, (await sendTest(app, id)).id, 'delivered')
    const answers = Promise.withResolvers<void>()
    receiver.answer = (response, received) => void answers.promise.then(() => status(204)(response, received))
    const underWay = await sendTest(app, id)
    await receiver.until(2)
    await app.request('POST', path(id, 'pause'))
    await app.request('POST', path(id, 'resume'))
    const next = await sendTest(app, id)
    const received = await receiver.until(3)
    expect(received.at(-1)?.headers['webhook-id']).toBe(next.message_id)
    answers.resolve()
    await untilState(app, underWay.id, 'delivered')
    await untilState(app, next.id, 'delivered')
    expect(receiver.received).toHaveLength(3)
  })

  test('may give up what it has missed', async () => {
    const { id } = await makeWebhook(app, receiver.url, { active: false })
    await renderImage()
    await app.request('POST', path(id, 'resume'), { body: { replay: false } })
    expect(await deliveriesOf(app, id, '&state=failed')).toMatchObject([{ error: { code: 'resumed_without' } }])
    await app.request('POST', path(id, 'replay-failed'), { body: { since: '2020-01-01T00:00:00Z' } })
    await receiver.until(1)
  })

  test('is what 410 makes of it, with a note', async () => {
    receiver.answer = status(410)
    const { id } = await makeWebhook(app, receiver.url)
    const { id: deliveryId } = await sendTest(app, id)
    await untilState(app, deliveryId, 'paused')
    await expect
      .poll(async () => (await app.request('GET', `/v1/webhooks/${id}`)).json)
      .toMatchObject({ active: false, pause: { reason: 'gone', message: expect.stringContaining('410') } })
    receiver.answer = status(204)
    await app.request('PATCH', `/v1/webhooks/${id}`, { body: { active: true } })
    await untilState(app, deliveryId, 'delivered')
  })

  test('is not needed when 410 comes after the webhook was deleted, and the others go on', async () => {
    const deleted = Promise.withResolvers<void>()
    receiver.answer = (response, received) => void deleted.promise.then(() => status(410)(response, received))
    const { id } = await makeWebhook(app, receiver.url)
    await sendTest(app, id)
    await receiver.until(1)
    expect((await app.request('DELETE', `/v1/webhooks/${id}`)).status).toBe(204)
    deleted.resolve()
    receiver.answer = status(503, { 'retry-after': '3600' })
    const other = await makeWebhook(app, receiver.url)
    await untilAttempts(app, (await sendTest(app, other.id)).id, 1)
    // What came of it is kept once, not again and again with what cannot be kept.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await app.world.data.webhooks.get(other.id)).toMatchObject({ failedAttempts: 1 })
  })
})

async function renderImage(): Promise<void> {
  const { results } = await app.world.data.templates.list({ limit: 1 })
  const answer = await app.request('POST', '/v1/images', {
    body: { template_id: results[0]?.id, values: { Name: 'Pot' } },
  })
  if (answer.status !== 201) throw new Error(answer.text)
}

describe('replay', () => {
  test('sends all that failed since, and nothing else', async () => {
    const { id } = await makeWebhook(app, receiver.url)
    const done = await sendTest(app, id)
    await untilState(app, done.id, 'delivered')
    await app.request('POST', path(id, 'pause'))
    await renderImage()
    await app.request('POST', path(id, 'resume'), { body: { replay: false } })
    const since = app.world.clock.now().toISOString()
    expect((await app.request('POST', path(id, 'replay-failed'), { body: { since } })).json).toEqual({ replayed: 0 })
    const [failed] = await deliveriesOf(app, id, '&state=failed')
    const all = await app.request('POST', path(id, 'replay-failed'), { body: { since: '2020-01-01T00:00:00.000Z' } })
    expect(all.json).toEqual({ replayed: 1 })
    const [, again] = await receiver.until(2)
    expect(again?.headers['webhook-id']).toBe(failed?.message_id)
  })

  test('repeats one that arrived, as often as somebody wants', async () => {
    const { id } = await makeWebhook(app, receiver.url)
    const delivery = await sendTest(app, id)
    await untilState(app, delivery.id, 'delivered')
    await app.request('POST', `/v1/deliveries/${delivery.id}/replay`)
    await untilAttempts(app, delivery.id, 2)
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toEqual(first?.body)
    expect((await app.request('POST', '/v1/deliveries/dlv_none/replay')).status).toBe(404)
  })
})

describe('hanging receivers', () => {
  test('do not delay a healthy one, and are asked one at a time', async () => {
    const hanging = await Promise.all(Array.from({ length: 6 }, startReceiver))
    const most = hanging.map(() => 0)
    for (const [at, one] of hanging.entries()) {
      let open = 0
      one.answer = (response) => {
        most[at] = Math.max(most[at] ?? 0, ++open)
        response.on('close', () => open--)
      }
    }
    const hooks = await Promise.all(hanging.map((one) => makeWebhook(app, one.url, { timeout_ms: 30_000 })))
    for (const { id } of hooks) await Promise.all(Array.from({ length: 20 }, () => sendTest(app, id)))
    for (const one of hanging) await one.until(1)
    const { id } = await makeWebhook(app, receiver.url)
    const deliveries = await Promise.all(Array.from({ length: 40 }, () => sendTest(app, id)))
    await receiver.until(40)
    for (const one of deliveries) await untilState(app, one.id, 'delivered')
    expect(most).toEqual(Array(6).fill(1))
    for (const one of hanging) await one.close()
  })
})

/** A server that speaks bytes. */
async function rawServer(answer: (write: (text: string) => void, end: () => void) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      answer(
        (text) => void (socket.destroyed || socket.write(text)),
        () => socket.destroy(),
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}

describe('hostile receivers end by their deadline:', () => {
  test.each([
    ['silence', () => {}, null, 'timeout'],
    [
      'a header without end',
      (write: (text: string) => void) => void write(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}`),
      null,
      'long_headers',
    ],
    ['a closed connection', (_: unknown, end: () => void) => end(), null, 'reset'],
    ['no HTTP', (write: (text: string) => void) => void write('SSH-2.0-OpenSSH\r\n'), null, 'protocol'],
    [
      'a body that never ends',
      (write: (text: string) => void) => void write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf'),
      200,
      null,
    ],
    [
      'a body beyond all bounds',
      (write: (text: string) => void) => void write(`HTTP/1.1 500 No\r\n\r\n${'x'.repeat(1_000_000)}`),
      500,
      'status',
    ],
  ] as const)('%s', async (_, answer, lastStatus, code) => {
    const server = await rawServer(answer)
    const { id } = await makeWebhook(app, server.url, { timeout_ms: 1000 })
    const delivery = await sendTest(app, id)
    const settled = await untilAttempts(app, delivery.id, 1)
    expect([settled.last_status, settled.error?.code ?? null]).toEqual([lastStatus, code])
    const log = JSON.parse((await app.request('GET', `/v1/deliveries/${delivery.id}`)).text)
    expect(log.attempt_log[0].timings_ms.total).toBeLessThan(10_000)
    expect(log.attempt_log[0].answer_body.length).toBeLessThanOrEqual(64 * 1024)
    server.close()
  })
})

describe('refused at save:', () => {
  const draft = { name: 'Ours', url: 'https://receiver.example/hook' }
  test.each([
    ['http to a private address', { url: 'http://192.168.1.1/' }, '/url'],
    ['a metadata address', { url: 'http://169.254.169.254/latest' }, '/url'],
    ['a user in the URL', { url: 'https://user:pw@receiver.example/' }, '/url'],
    ['no URL', { url: 'receiver' }, '/url'],
    ['a line break in a header', { headers: { 'X-A': 'a\r\nX-B: 1' } }, '/headers/X-A'],
    ['a reserved header', { headers: { 'Content-Length': '1' } }, '/headers/Content-Length'],
    ['a header twice', { headers: { 'X-A': '1', 'x-a': '2' } }, '/headers/x-a'],
    ['a header that is no text', { headers: { 'X-A': 1 } }, '/headers/X-A'],
    ['__proto__ as header', '{"name":"a","url":"https://a.example","headers":{"__proto__":"x"}}', '/headers/__proto__'],
    ['an unknown placeholder', { user_defined: { a: '{{constructor}}' } }, '/user_defined/a'],
    ['code as placeholder', { user_defined: { a: ['{{process.env}}'] } }, '/user_defined/a/0'],
    ['a short secret', { secret: 'short' }, '/secret'],
    ['an unknown event', { events: ['image.destroyed'] }, '/events/0'],
    ['an unknown action', { actions: ['act_none'] }, '/actions/0'],
    ['a timeout of an hour', { timeout_ms: 3_600_000 }, '/timeout_ms'],
    ['an unknown key', { hedaers: {} }, '/hedaers'],
  ])('%s', async (_, change, pointer) => {
    const body = typeof change === 'string' ? change : { ...draft, ...change }
    const answer = await app.request('POST', '/v1/webhooks', { body, headers: { 'content-type': 'application/json' } })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(JSON.parse(answer.text).errors[0].pointer).toBe(pointer)
  })

  test('a change that is not valid leaves what there was', async () => {
    const { id } = await makeWebhook(app, receiver.url)
    expect(
      (await app.request('PATCH', `/v1/webhooks/${id}`, { body: { url: 'http://10.0.0.1/', name: 'New' } })).status,
    ).toBe(400)
    expect((await app.request('GET', `/v1/webhooks/${id}`)).json).toMatchObject({ name: 'Ours', url: receiver.url })
  })

  test('a body over 256 KiB fails visibly', async () => {
    const { id } = await makeWebhook(app, receiver.url)
    const { results } = await app.world.data.templates.list({ limit: 1 })
    const metadata = { long: 'x'.repeat(300_000) }
    await app.request('POST', '/v1/images', {
      body: { template_id: results[0]?.id, values: { Name: 'Pot' }, metadata },
    })
    const [delivery] = await deliveriesOf(app, id)
    expect(delivery).toMatchObject({ state: 'failed', attempts: 0, error: { code: 'body_too_large' } })
    expect((await app.request('POST', `/v1/deliveries/${delivery?.id}/replay`)).status).toBe(409)
  })
})
