import { createHmac } from 'node:crypto'
import { verify, webhookEvents } from '@pictable/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver, status } from '#test/scenarios/receiver.ts'
import { runAction, type Seed, seed, untilEnded } from '#test/scenarios/seed.ts'
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
let seeded: Seed
let receiver: Receiver

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app)
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

const trigger = (body?: Record<string, unknown>) => runAction(app, seeded.actionId, body)

describe('a delivery', () => {
  test('carries exactly the headers of the contract, the custom ones as configured, and a body that fits its schema', async () => {
    const headers = { Authorization: 'Bearer <TOKEN>', 'X-Api-KEY': 'a  b\tc' }
    const userDefined = {
      zebra: 1,
      sku: 'SKU {{record.fields.Name}}',
      nested: { at: '{{timestamp}}', list: ['{{image.url}}', null] },
    }
    await makeWebhook(app, receiver.url, { headers, user_defined: userDefined, events: ['image.created'] })
    const runId = await trigger({ record_ids: [seeded.rowIds[0]], force: true, metadata: { order: 7 } })
    const [received] = await receiver.until(1)
    if (!received) throw new Error('nothing came')
    expect([received.method, received.path]).toEqual(['POST', '/hook'])
    expect(
      received.rawHeaders.filter(([name]) => !/^(host|connection|accept-encoding|content-length)$/i.test(name)),
    ).toEqual([
      ['Content-Type', 'application/json'],
      ['User-Agent', 'Pictable-Webhooks/1.2.3'],
      ['Authorization', 'Bearer <TOKEN>'],
      ['X-Api-KEY', 'a  b\tc'],
      ['webhook-id', expect.stringMatching(/^msg_[0-9a-z]{26}$/)],
      ['webhook-timestamp', expect.stringMatching(/^\d{10}$/)],
      ['X-Service-Event', 'image.created'],
      ['X-Service-Attempt', '1'],
    ])
    const body = webhookEvents['image.created'].parse(received.json)
    const image = body.image
    expect(received.json).toEqual({
      id: expect.stringMatching(/^evt_/),
      event: 'image.created',
      created_at: expect.any(String),
      action: { id: seeded.actionId, title: 'Cards' },
      run_id: runId,
      record_id: seeded.rowIds[0],
      image: {
        id: image?.id,
        url: image?.url,
        urls: { png: image?.url },
        width: 1200,
        height: 630,
        format: 'png',
        bytes: expect.any(Number),
      },
      output: null,
      template: { id: seeded.templateId, version: 1 },
      modifications: [{ name: 'Name', text: 'Teapot' }],
      metadata: { order: 7 },
      image_url: image?.url,
      image_url_jpg: null,
      status: 'completed',
      user_defined: { zebra: 1, sku: 'SKU Teapot', nested: { at: body.created_at, list: [image?.url, null] } },
    })
    const text = new TextDecoder().decode(received.body)
    expect(text).toContain(`"user_defined":{"zebra":1,"sku":"SKU Teapot","nested":{"at"`)
    expect(image?.url).toMatch(/^https:\/\/pictable\.example\/images\/img_/)
  })

  test('has no user_defined and no signature when none is configured', async () => {
    const { id } = await makeWebhook(app, receiver.url)
    await sendTest(app, id)
    const [received] = await receiver.until(1)
    expect(received?.json).not.toHaveProperty('user_defined')
    expect(received?.json).toMatchObject({ test: true })
    const names = Object.keys(received?.headers ?? {})
    expect(names.filter((name) => /signature/.test(name))).toEqual([])
  })

  test.each(Object.keys(webhookEvents))('of %s fits its schema', async (event) => {
    const { id } = await makeWebhook(app, receiver.url, { user_defined: { a: '{{image.url}}{{error.message}}' } })
    await sendTest(app, id, event)
    const [received] = await receiver.until(1)
    const shape = Object.entries(webhookEvents).find(([name]) => name === event)?.[1]
    expect(shape?.safeParse(received?.json)).toMatchObject({ success: true })
    expect(received?.headers['x-service-event']).toBe(event)
  })

  test('with a large body is sent whole', async () => {
    const userDefined = { long: 'x'.repeat(10_000), token: { $secret: 'y'.repeat(4000) } }
    await makeWebhook(app, receiver.url, { user_defined: userDefined, events: ['image.created'] })
    await trigger({ record_ids: [seeded.rowIds[0]], force: true })
    const [received] = await receiver.until(1)
    expect(received?.json).toMatchObject({ user_defined: { long: userDefined.long, token: userDefined.token.$secret } })
  })

  test('is signed when a secret is defined, for every verifier', async () => {
    const { id, secret } = await makeWebhook(app, receiver.url, { secret: 'generate' })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await sendTest(app, id)
    const [received] = await receiver.until(1)
    if (!received) throw new Error('nothing came')
    const event = await verify({ body: received.body, headers: received.headers, secret: secret ?? '' })
    expect(event.event).toBe('image.created')
    const [, time = '', given = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(received.headers['x-service-signature'] ?? '') ?? []
    expect(given).toBe(
      createHmac('sha256', secret ?? '')
        .update(`${time}.`)
        .update(received.body)
        .digest('hex'),
    )
    await expect(
      verify({ body: received.body, headers: received.headers, secret: 'another secret of length' }),
    ).rejects.toThrow()
  })

  test('is signed with a typed secret in the same way', async () => {
    const secret = 'my own secret phrase'.replaceAll(' ', '-')
    const { id } = await makeWebhook(app, receiver.url, { secret })
    await sendTest(app, id)
    const [received] = await receiver.until(1)
    if (!received) throw new Error('nothing came')
    await verify({ body: received.body, headers: received.headers, secret })
  })
})

describe('a run', () => {
  test('tells of its start, every record, and its end with the counts', async () => {
    const rows = await app.request('POST', `/v1/tables/${seeded.tableId}/rows`, {
      body: { rows: [{ Name: 'unrenderable' }] },
    })
    const { id } = await makeWebhook(app, receiver.url)
    const runId = await trigger()
    const events = (await receiver.until(6)).map(({ json }) => json)
    const count = (name: string) => events.filter(({ event }) => event === name).length
    expect([count('run.started'), count('image.created'), count('image.failed'), count('run.completed')]).toEqual([
      1, 3, 1, 1,
    ])
    expect(events.find(({ event }) => event === 'run.completed')).toMatchObject({
      run_id: runId,
      counts: { total: 4, rendered: 3, skipped: 0, failed: 1, cancelled: 0, pending: 0, written_back: 3 },
      status: 'completed',
    })
    expect(events.find(({ event }) => event === 'image.failed')).toMatchObject({
      image: null,
      image_url: null,
      status: 'failed',
      error: { code: 'image_truncated' },
      modifications: [{ name: 'Name', text: 'unrenderable' }],
    })
    for (const event of events)
      expect(Object.values(webhookEvents).some((shape) => shape.safeParse(event).success)).toBe(true)
    const listed = await app.request('GET', `/v1/deliveries?run_id=${runId}&limit=100`)
    expect(listed.json).toMatchObject({ results: { length: 6 } })
    expect(await deliveriesOf(app, id, `&run_id=${runId}&event=image.created`)).toHaveLength(3)
    const shown = JSON.parse(rows.text).results[0]
    await app.request('DELETE', `/v1/tables/${seeded.tableId}/rows/${shown.id}`)
  })

  test('tells nothing of records that have not changed', async () => {
    await trigger()
    await makeWebhook(app, receiver.url)
    await trigger({})
    await receiver.until(2)
    expect(receiver.received.map(({ json }) => json.event).sort()).toEqual(['run.completed', 'run.started'])
  })

  test('that is cancelled says so', async () => {
    await makeWebhook(app, receiver.url, { events: ['run.failed'] })
    app.rendering.close()
    const answer = await app.request('POST', `/v1/tablesources/${seeded.actionId}`, { body: { force: true } })
    const runId = answer.headers.get('x-run-id') ?? ''
    await app.rendering.arrival()
    await app.request('POST', `/v1/runs/${runId}/cancel`)
    app.rendering.open()
    const [received] = await receiver.until(1)
    expect(received?.json).toMatchObject({
      event: 'run.failed',
      run_id: runId,
      error: { code: 'cancelled' },
      status: 'failed',
    })
  })

  test('is told only to webhooks of its action and events', async () => {
    const other = await app.request('POST', '/v1/actions', {
      body: {
        title: 'Other',
        connection_id: seeded.connectionId,
        base_id: 'built-in',
        table: 'Products',
        template_id: seeded.templateId,
      },
    })
    const { id: otherId } = webhookShape.pick({ id: true }).parse(other.json)
    const none = await startReceiver()
    await makeWebhook(app, none.url, { actions: [otherId] })
    await makeWebhook(app, none.url, { events: ['run.failed', 'image.failed'] })
    await makeWebhook(app, receiver.url, { actions: [seeded.actionId], events: ['run.completed'] })
    await trigger()
    await receiver.until(1)
    expect(receiver.received.map(({ json }) => json.event)).toEqual(['run.completed'])
    expect(none.received).toEqual([])
    await none.close()
    await app.request('DELETE', `/v1/actions/${otherId}`)
  })

  test('fills placeholders of fields that the template does not use, and skips as before', async () => {
    const table = await app.request('POST', '/v1/tables', {
      body: {
        name: 'With SKU',
        fields: [
          { name: 'Name', kind: 'text' },
          { name: 'SKU', kind: 'text' },
        ],
      },
    })
    const { id: tableId } = webhookShape.pick({ id: true }).parse(table.json)
    await app.request('POST', `/v1/tables/${tableId}/rows`, { body: { rows: [{ Name: 'Pot', SKU: 'S-1' }] } })
    const { connectionId, templateId } = seeded
    const action = await app.request('POST', '/v1/actions', {
      body: { title: 'SKU', connection_id: connectionId, base_id: 'built-in', table: tableId, template_id: templateId },
    })
    const { id: actionId } = webhookShape.pick({ id: true }).parse(action.json)
    const run = async () => {
      const answer = await app.request('POST', `/v1/tablesources/${actionId}`)
      return untilEnded(app, answer.headers.get('x-run-id') ?? '')
    }
    expect(await run()).toMatchObject({ rendered: 1 })
    const { id } = await makeWebhook(app, receiver.url, {
      events: ['image.created'],
      user_defined: { sku: '{{record.fields.SKU}}' },
    })
    expect(await run()).toMatchObject({ rendered: 0, skipped: 1 })
    await app.request('POST', `/v1/tablesources/${actionId}`, { body: { force: true } })
    const [received] = await receiver.until(1)
    expect(received?.json).toMatchObject({
      user_defined: { sku: 'S-1' },
      modifications: [{ name: 'Name', text: 'Pot' }],
    })
    expect(await deliveriesOf(app, id)).toHaveLength(1)
  })
})

describe('webhook_url', () => {
  test('on a trigger tells of that run alone, unsigned, and stands in the log', async () => {
    const runId = await trigger({ force: true, webhook_url: receiver.url })
    await receiver.until(5)
    await trigger()
    expect(receiver.received.map(({ json }) => json.run_id)).toEqual(Array(5).fill(runId))
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-service-signature')
    const run = await app.request('GET', `/v1/runs/${runId}`)
    const {
      trigger: {
        webhook_ids: [webhookId],
      },
    } = JSON.parse(run.text)
    expect(await deliveriesOf(app, webhookId)).toHaveLength(5)
    expect((await app.request('GET', `/v1/webhooks/${webhookId}`)).json).toMatchObject({
      name: null,
      url: receiver.url,
    })
    expect((await app.request('GET', '/v1/webhooks')).text).not.toContain(webhookId)
  })

  test('on a run by POST /v1/actions/:id/runs', async () => {
    const answer = await app.request('POST', `/v1/actions/${seeded.actionId}/runs`, {
      body: { force: true, webhook_url: receiver.url },
    })
    expect(answer.status).toBe(201)
    await receiver.until(5)
  })

  test('on an image tells of it, and of its failure', async () => {
    const render = (Name: string) =>
      app.request('POST', '/v1/images', {
        body: { template_id: seeded.templateId, values: { Name }, formats: ['jpeg', 'png'], webhook_url: receiver.url },
      })
    const made = await render('Teapot')
    expect(made.status).toBe(201)
    const [created] = await receiver.until(1)
    const { id, urls, webhook_ids } = JSON.parse(made.text)
    expect((await app.request('GET', `/v1/images/${id}`)).json).toMatchObject({ webhook_ids })
    expect(await deliveriesOf(app, webhook_ids[0])).toMatchObject([{ event: 'image.created' }])
    expect((await app.request('GET', `/v1/webhooks/${webhook_ids[0]}`)).json).toMatchObject({ url: receiver.url })
    expect(created?.json).toMatchObject({
      event: 'image.created',
      action: null,
      run_id: null,
      image_url: urls.png,
      image_url_jpg: urls.jpeg,
    })
    expect((await render('unrenderable')).status).toBe(422)
    const [, failed] = await receiver.until(2)
    expect(failed?.json).toMatchObject({ event: 'image.failed', error: { code: 'image_truncated' } })
  })

  test('and the url of a webhook may stand between spaces', async () => {
    const { id } = await makeWebhook(app, ` ${receiver.url}\n`)
    expect((await app.request('GET', `/v1/webhooks/${id}`)).json).toMatchObject({ url: receiver.url })
    await trigger({ record_ids: [seeded.rowIds[0]], force: true, webhook_url: ` ${receiver.url} ` })
    await receiver.until(6)
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook']))
  })

  test.each(['ftp://a.example/', 'http://10.0.0.1/', 'http://user:pw@a.example/', 'not a url'])(
    '%s is refused',
    async (url) => {
      const answer = await app.request('POST', `/v1/tablesources/${seeded.actionId}`, { body: { webhook_url: url } })
      expect(answer).toMatchObject({
        status: 400,
        json: { code: 'invalid_request', errors: [{ pointer: '/webhook_url' }] },
      })
    },
  )
})

describe('retries', () => {
  test('repeat the same bytes under the same id, with the custom headers, until they arrive', async () => {
    receiver.answer = (response) =>
      status(receiver.received.length < 3 ? 500 : 200)(response, receiver.received[0] as never)
    const { id } = await makeWebhook(app, receiver.url, { headers: { 'X-Token': 'custom-value' }, secret: 'generate' })
    const delivery = await sendTest(app, id)
    await untilAttempts(app, delivery.id, 1)
    app.advance(1500)
    await untilAttempts(app, delivery.id, 2)
    app.advance(5000)
    const done = await untilState(app, delivery.id, 'delivered')
    expect(done).toMatchObject({ attempts: 3, last_status: 200, error: null })
    const received = receiver.received
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.message_id]))
    expect(new Set(received.map(({ body }) => Buffer.from(body).toString())).size).toBe(1)
    expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3'])
    expect(received.map(({ headers }) => headers['x-token'])).toEqual(Array(3).fill('custom-value'))
    expect(new Set(received.map(({ headers }) => headers['x-service-signature'])).size).toBe(3)
    const log = JSON.parse((await app.request('GET', `/v1/deliveries/${delivery.id}`)).text)
    expect(log.attempt_log).toMatchObject([
      { n: 1, status: 500, error: { code: 'status' } },
      { n: 2, status: 500 },
      { n: 3, status: 200, error: null, next_attempt_at: null },
    ])
    expect(log.attempt_log[0].request_headers).toMatchObject({
      'X-Token': '***alue',
      'X-Service-Signature': expect.stringMatching(/^t=\d+,v1=\*\*\*$/),
    })
    expect(log.body).toBe(Buffer.from(received[0]?.body ?? []).toString())
  })

  test('never follow a redirect, and wait as long as 503 asks', async () => {
    const { id } = await makeWebhook(app, receiver.url)
    receiver.answer = status(302, { location: receiver.url })
    const redirected = await sendTest(app, id)
    expect(await untilAttempts(app, redirected.id, 1)).toMatchObject({
      state: 'pending',
      error: { message: expect.stringContaining('never followed') },
    })
    receiver.answer = status(503, { 'retry-after': '1800' })
    const busy = await sendTest(app, id)
    await untilAttempts(app, busy.id, 1)
    app.advance(1_700_000)
    receiver.answer = status(200)
    await untilState(app, redirected.id, 'delivered')
    expect((await untilAttempts(app, busy.id, 1)).state).toBe('pending')
    app.advance(120_000)
    await untilState(app, busy.id, 'delivered')
  })

  test('end after three days, visibly', async () => {
    receiver.answer = status(500)
    const { id } = await makeWebhook(app, receiver.url)
    const { id: deliveryId } = await sendTest(app, id)
    for (let known = 0; known < 26; ) {
      const { attempts, state, next_attempt_at } = await untilAttempts(app, deliveryId, known + 1)
      known = attempts
      const waitMs = new Date(String(next_attempt_at)).getTime() - app.world.clock.now().getTime() + 1
      if (state === 'pending') app.advance(Math.max(0, waitMs))
    }
    expect(await untilState(app, deliveryId, 'failed')).toMatchObject({ attempts: 27, last_status: 500 })
    expect((await app.request('GET', `/v1/webhooks/${id}`)).json).toMatchObject({ active: true, failed_attempts: 27 })
    receiver.answer = status(204)
    const replayed = await app.request('POST', `/v1/deliveries/${deliveryId}/replay`)
    expect(replayed.status).toBe(202)
    expect(await untilState(app, deliveryId, 'delivered')).toMatchObject({ attempts: 28 })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.received.map(({ body }) => Buffer.from(body).toString())).size).toBe(1)
  })

  test('rest when nothing has arrived for five days, and go on when the webhook is resumed', async () => {
    receiver.answer = status(500)
    const { id } = await makeWebhook(app, receiver.url)
    const { id: deliveryId } = await sendTest(app, id)
    for (let attempt = 1; attempt < 20; attempt++) {
      await untilAttempts(app, deliveryId, attempt)
      app.advance(6.5 * 3_600_000)
    }
    await untilState(app, deliveryId, 'paused')
    expect((await app.request('GET', `/v1/webhooks/${id}`)).json).toMatchObject({
      active: false,
      pause: { reason: 'failing' },
    })
    receiver.answer = status(204)
    await app.request('POST', `/v1/webhooks/${id}/resume`)
    await untilState(app, deliveryId, 'delivered')
  })
})
