import { verify } from '@pictable/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Receiver, startReceiver, status } from '#test/scenarios/receiver.ts'
import { seed } from '#test/scenarios/seed.ts'
import { makeWebhook, sendTest, untilDelivery, untilState } from '#test/scenarios/webhook-kit.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let receiver: Receiver
let thief: Receiver
let readKey: string

beforeAll(async () => {
  app = await startApp()
  receiver = await startReceiver()
  thief = await startReceiver()
  const made = await app.request('POST', '/v1/api-keys', { body: { name: 'Reader', scopes: ['read'] } })
  readKey = z.looseObject({ secret: z.string() }).parse(made.json).secret
})
beforeEach(() => {
  receiver.answer = status(204)
  receiver.received.splice(0)
  thief.received.splice(0)
})
afterAll(async () => {
  await receiver.close()
  await thief.close()
  await app.close()
})

const token = 'top-"secret"/{{event}}-ü-4711'
const userDefined = {
  z: 1,
  token: { $secret: token },
  nested: { list: ['{{event}}', { $secret: 'second-secret' }], $other: { $secret: 'sixsix' } },
  a: null,
}
const plain = { z: 1, token, nested: { list: ['image.created', 'second-secret'], $other: 'sixsix' }, a: null }
const shown = {
  z: 1,
  token: { $secret: '***4711' },
  nested: { list: ['{{event}}', { $secret: '***cret' }], $other: { $secret: '***' } },
  a: null,
}
const places = ['/user_defined/token', '/user_defined/nested/list/1', '/user_defined/nested/$other']

const make = (change: Record<string, unknown> = {}) =>
  makeWebhook(app, receiver.url, { user_defined: userDefined, ...change })
const get = async (path: string) => z.looseObject({}).parse((await app.request('GET', path)).json)
const patch = (id: string, body: unknown) => app.request('PATCH', `/v1/webhooks/${id}`, { body })
const textOf = (body: Uint8Array | undefined) => Buffer.from(body ?? []).toString()

describe('a secret of user_defined', () => {
  test('reaches the receiver as a plain text under its key, and shows nowhere', async () => {
    const webhook = await make()
    expect(webhook).toMatchObject({ user_defined: shown })
    const { id } = await sendTest(app, webhook.id)
    await untilState(app, id, 'delivered')
    const [got] = receiver.received
    expect(JSON.stringify(got?.json.user_defined)).toBe(JSON.stringify(plain))
    const delivery = await get(`/v1/deliveries/${id}`)
    expect(JSON.parse(String(delivery.body))).toMatchObject({
      user_defined: {
        ...plain,
        token: '***4711',
        nested: { list: ['image.created', '***cret'], $other: '***' },
      },
    })
    const rows = await app.world.data.webhooks.get(webhook.id)
    expect(JSON.stringify([rows, await app.world.data.deliveries.get(id)])).not.toMatch(/top-|second-|sixsix/)
  })

  test('is signed as it is sent', async () => {
    const webhook = await make({ secret: 'the-signing-secret' })
    await untilState(app, (await sendTest(app, webhook.id)).id, 'delivered')
    const [got] = receiver.received
    const headers = new Headers(got?.headers)
    await expect(verify({ body: textOf(got?.body), headers, secret: 'the-signing-secret' })).resolves.toBeDefined()
  })

  test('stays when it is sent as it is shown, at its place alone', async () => {
    const { id } = await make()
    expect((await patch(id, { user_defined: { ...shown, z: 2 } })).status).toBe(200)
    await untilState(app, (await sendTest(app, id)).id, 'delivered')
    expect(receiver.received[0]?.json.user_defined).toEqual({ ...plain, z: 2 })
    const elsewhere = await patch(id, { user_defined: { other: { $secret: '***4711' } } })
    expect(elsewhere).toMatchObject({ status: 400, json: { errors: [{ pointer: '/user_defined/other' }] } })
    expect((await patch(id, { user_defined: { plain: 1 } })).json).toMatchObject({ user_defined: { plain: 1 } })
    const url = thief.url
    expect((await patch(id, { url })).status).toBe(200)
  })

  test.each([
    ['the whole of user_defined', { $secret: 'long-enough' }, '/user_defined'],
    ['no text', { a: { $secret: 7 } }, '/user_defined/a'],
    ['too short', { a: [{ $secret: 'short' }] }, '/user_defined/a/0'],
    ['too long', { a: { $secret: 'x'.repeat(4097) } }, '/user_defined/a'],
    ['beside other keys', { a: { $secret: 'long-enough', b: 1 } }, '/user_defined/a'],
    ['a mask', { a: { $secret: '***ugh' } }, '/user_defined/a'],
    ['too many', { a: Array.from({ length: 33 }, () => ({ $secret: 'long-enough' })) }, '/user_defined'],
  ])('that is %s is refused', async (_what, user_defined, pointer) => {
    const body = { name: 'Ours', url: receiver.url, user_defined }
    const answer = await app.request('POST', '/v1/webhooks', { body })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer }] } })
    expect(answer.text).not.toContain('long-enough')
  })

  test('is needed again when the URL changes', async () => {
    const { id } = await make({ headers: { 'X-Key': 'the-key' }, secret: 'the-signing-secret' })
    const again = ['/headers/X-Key', '/secret', ...places]
    for (const change of [{ url: thief.url }, { url: thief.url, user_defined: shown }]) {
      const answer = await patch(id, change)
      const { errors } = z.looseObject({ errors: z.array(z.looseObject({ pointer: z.string() })) }).parse(answer.json)
      expect([answer.status, errors.map(({ pointer }) => pointer)]).toEqual([400, again])
    }
  })

  test('is repeated with its bytes unchanged, also after the webhook has another secret', async () => {
    receiver.answer = status(500)
    const webhook = await make()
    const { id } = await sendTest(app, webhook.id)
    await untilDelivery(app, id, ({ attempts }) => attempts >= 1)
    await patch(webhook.id, { user_defined: { token: { $secret: 'a-new-secret' } } })
    receiver.answer = status(204)
    await untilState(app, id, 'delivered')
    await app.request('POST', `/v1/deliveries/${id}/replay`)
    const all = await receiver.until(3)
    expect(new Set(all.map(({ body }) => textOf(body))).size).toBe(1)
    expect(textOf(all[0]?.body)).toContain('second-secret')
  })

  test('of an earlier event does not follow the webhook to a URL that it was not entered for', async () => {
    const webhook = await make()
    const { id } = await sendTest(app, webhook.id)
    await untilState(app, id, 'delivered')
    const guessed = { ...userDefined, token: { $secret: 'only-guessed' } }
    expect((await patch(webhook.id, { url: thief.url, user_defined: guessed })).status).toBe(200)
    await app.request('POST', `/v1/deliveries/${id}/replay`)
    const refused = await untilState(app, id, 'failed')
    expect(refused.error).toMatchObject({ code: 'url_changed' })
    expect(thief.received).toEqual([])
    expect((await patch(webhook.id, { user_defined: userDefined })).status).toBe(200)
    await app.request('POST', `/v1/deliveries/${id}/replay`)
    await untilState(app, id, 'delivered')
    expect(thief.received).toHaveLength(1)
  })

  test('that a receiver repeats is masked in the log, in every usual encoding', async () => {
    receiver.answer = (response, { body, json }) => {
      const text = textOf(body)
      const own = JSON.stringify(json.user_defined)
      const php = own.replaceAll('/', '\\/').replaceAll('ü', '\\u00fc')
      response.writeHead(200, { 'x-echo': encodeURIComponent(token) })
      const base64 = Buffer.from(text).toString('base64')
      response.end([text, JSON.stringify(text), php, encodeURIComponent(token), base64, token].join('\n'))
    }
    const webhook = await make()
    const { id } = await sendTest(app, webhook.id)
    await untilState(app, id, 'delivered')
    const { text } = await app.request('GET', `/v1/deliveries/${id}`)
    for (const part of [
      'top-',
      'second-secret',
      'sixsix',
      Buffer.from('second-secret').toString('base64').slice(2, 14),
    ])
      expect(text).not.toContain(part)
    expect(text).toContain('***')
  })
})

describe('the URL of a webhook', () => {
  const path = '/services/T0AB12CD3/B0EF45GH6/aBcDeFgHiJkLmNoPqRsTuVwX'
  const credential = 'aBcDeFgHiJkLmNoPqRsTuVwX'
  const slack = () => `${new URL(receiver.url).origin}${path}`

  test('is masked for those who may only read, everywhere', async () => {
    receiver.answer = (response, received) => {
      response.writeHead(404, { location: `https://hooks.example${received.path}` })
      response.end(`Cannot POST ${received.path}`)
    }
    const { id } = await makeWebhook(app, slack())
    const test_ = await sendTest(app, id)
    await untilDelivery(app, test_.id, ({ attempts }) => attempts === 1)
    const masked = `${new URL(receiver.url).origin}/***uVwX`
    expect(await get(`/v1/webhooks/${id}`)).toMatchObject({ url: slack() })
    const read = async (place: string) => {
      const answer = await app.request('GET', place, { key: readKey })
      expect(answer.status, place).toBe(200)
      return answer.text
    }
    expect(JSON.parse(await read(`/v1/webhooks/${id}`))).toMatchObject({ url: masked })
    const seen = await Promise.all(
      [
        '/v1/webhooks?limit=100',
        `/v1/webhooks/${id}`,
        `/v1/webhooks/${id}/deliveries`,
        '/v1/deliveries',
        `/v1/deliveries/${test_.id}`,
      ].map(read),
    )
    expect(seen.filter((text) => text.includes(credential))).toEqual([])
    expect(JSON.stringify(app.logged)).not.toContain(credential)
  })

  test('sent as it is shown stays, and a mask of nothing is refused', async () => {
    const { id } = await makeWebhook(app, slack(), { secret: 'the-signing-secret' })
    const { origin } = new URL(receiver.url)
    expect((await patch(id, { url: `${origin}/***uVwX`, name: 'New' })).json).toMatchObject({
      url: slack(),
      name: 'New',
    })
    expect(await patch(id, { url: `${origin}/***abcd`, secret: null })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/url' }] },
    })
    const body = { name: 'x', url: `${origin}/***abcd` }
    expect(await app.request('POST', '/v1/webhooks', { body })).toMatchObject({ status: 400 })
  })

  test('that a run names is masked the same', async () => {
    const { templateId } = await seed(app)
    const body = { template_id: templateId, values: { Name: 'Teapot' }, webhook_url: `${slack()}?one=run` }
    const made = await app.request('POST', '/v1/images', { body })
    const image = z.looseObject({ id: z.string(), webhook_ids: z.array(z.string()) }).parse(made.json)
    expect(image.webhook_ids).toHaveLength(1)
    for (const place of [`/v1/webhooks/${image.webhook_ids[0]}`, `/v1/images/${image.id}`]) {
      const answer = await app.request('GET', place, { key: readKey })
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain(credential)
    }
  })
})
