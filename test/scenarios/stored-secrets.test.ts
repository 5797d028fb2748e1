import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Receiver, startReceiver } from '#test/scenarios/receiver.ts'
import { secretSetting } from '#test/scenarios/secret-setting.ts'
import { makeWebhook, sendTest, untilState } from '#test/scenarios/webhook-kit.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let receiver: Receiver
let thief: Receiver

beforeAll(async () => {
  app = await startApp()
  receiver = await startReceiver()
  thief = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await thief.close()
  await app.close()
})

const refusedShape = z.looseObject({ errors: z.array(z.looseObject({ pointer: z.string() })) })

/** Sends a change. @returns its status, and the places that it must give again, sorted */
async function change(path: string, body: unknown): Promise<{ status: number; again: string[] }> {
  const { status, json } = await app.request('PATCH', path, { body })
  const again = status === 400 ? refusedShape.parse(json).errors.map((error) => error.pointer) : []
  return { status, again: again.sort() }
}

const certificate = (name: string) => `-----BEGIN CERTIFICATE-----\n${name}\n-----END CERTIFICATE-----`
const property = z.looseObject({
  type: z.unknown().optional(),
  default: z.unknown().optional(),
  strongestFirst: z.array(z.string()).optional(),
})
const sourcesShape = z.looseObject({
  results: z.array(
    z.looseObject({
      kind: z.string(),
      settings: z.looseObject({
        properties: z.record(z.string(), property),
        required: z.array(z.string()).default([]),
      }),
      secret_settings: z.array(z.string()),
      destination_settings: z.array(z.string()),
    }),
  ),
})
type SourceJson = z.output<typeof sourcesShape>['results'][number]

/** A value that a setting takes, the same for the same `which`. */
function sampleOf(name: string, { type }: z.output<typeof property>, which: 'first' | 'second'): unknown {
  if (type !== 'string') return which === 'first' ? 4001 : 4002
  if (name === 'ca') return certificate(which)
  return /url/.test(name) ? `https://${which}.example` : `${which}.example`
}

/** Every way to change where the secrets of a source go, or how they are protected. */
function movesOf({ settings, destination_settings }: SourceJson): { setting: string; from: unknown; to: unknown }[] {
  return destination_settings.flatMap((setting) => {
    const described = settings.properties[setting] ?? {}
    const order = described.strongestFirst
    if (order)
      return order.flatMap((from, at) => order.slice(at + 1).map((to) => ({ setting, from: from as unknown, to })))
    const [first, second] = [sampleOf(setting, described, 'first'), sampleOf(setting, described, 'second')]
    const isOptional = !settings.required.includes(setting) && described.default === undefined
    return [
      { setting, from: first, to: second },
      ...(isOptional
        ? [
            { setting, from: first, to: null },
            { setting, from: undefined, to: second },
          ]
        : []),
      ...(described.default !== undefined ? [{ setting, from: undefined, to: second }] : []),
    ]
  })
}

describe('connections', () => {
  test('of every kind: a secret does not follow to another destination', async () => {
    const { results } = sourcesShape.parse((await app.request('GET', '/v1/sources')).json)
    const secretive = results.filter((source) => source.secret_settings.length > 0)
    expect(secretive.length).toBeGreaterThan(3)
    const leaks: string[] = []
    for (const source of secretive) {
      const { kind, settings, secret_settings: names } = source
      const secrets = Object.fromEntries(names.map((name) => [name, secretSetting(name, `secret-${name}`)]))
      const usual = Object.fromEntries(
        settings.required.map((name) => [
          name,
          sampleOf(name, settings.properties[name] ?? { type: 'string' }, 'first'),
        ]),
      )
      for (const { setting, from, to } of movesOf(source)) {
        const given = { ...usual, ...(from === undefined ? {} : { [setting]: from }), ...secrets }
        const made = await app.request('POST', '/v1/connections', {
          body: { name: kind, source: kind, settings: given },
        })
        expect(made.status, made.text).toBe(201)
        const path = `/v1/connections/${z.looseObject({ id: z.string() }).parse(made.json).id}`
        const masks = z.looseObject({ settings: z.record(z.string(), z.unknown()) }).parse(made.json).settings
        const again = names.map((name) => `/settings/${name}`).sort()
        for (const sent of [{ [setting]: to }, { ...masks, [setting]: to }]) {
          const answer = await change(path, { settings: sent })
          if (answer.status !== 400 || answer.again.join() !== again.join())
            leaks.push(`${kind} ${setting}: ${from} -> ${to} answers ${answer.status} ${answer.again}`)
        }
        expect(await change(path, { settings: { [setting]: to, ...secrets } })).toMatchObject({ status: 200 })
        await app.request('DELETE', path)
      }
    }
    expect(leaks).toEqual([])
  })

  test('keep their secrets when TLS becomes stricter and when nothing moves', async () => {
    const settings = { host: 'db.example', user: 'u', database: 'd', password: 'secret-password', ssl: 'disable' }
    const made = await app.request('POST', '/v1/connections', { body: { name: 'x', source: 'postgres', settings } })
    const path = `/v1/connections/${z.looseObject({ id: z.string() }).parse(made.json).id}`
    for (const ssl of ['prefer', 'require', 'verify'])
      expect((await change(path, { settings: { ssl } })).status).toBe(200)
    for (const same of [{ host: 'db.example' }, { port: 5432 }, { database: 'other' }, { user: 'v' }])
      expect((await change(path, { settings: same })).status).toBe(200)
  })
})

describe('webhooks', () => {
  const headers = { Authorization: 'Bearer the-token', 'X-Key': 'the-other-key' }
  const secret = 'the-signing-secret-itself'
  const all = ['/headers/Authorization', '/headers/X-Key', '/secret']

  test.each([
    ['another host', (url: string) => url.replace('127.0.0.1', 'localhost.example')],
    ['another path', (url: string) => `${url}/other`],
    ['another query', (url: string) => `${url}?to=other`],
    ['another port', () => thief.url],
    ['another case of the path', (url: string) => url.replace('/hook', '/HOOK')],
  ])('%s needs headers and secret again', async (_what, moved) => {
    const webhook = await makeWebhook(app, receiver.url, { headers, secret })
    const path = `/v1/webhooks/${webhook.id}`
    const shown = z
      .looseObject({ headers: z.unknown(), secret: z.unknown() })
      .parse((await app.request('GET', path)).json)
    const url = moved(receiver.url)
    expect(await change(path, { url })).toEqual({ status: 400, again: all })
    expect(await change(path, { url, headers: shown.headers, secret: shown.secret })).toEqual({
      status: 400,
      again: all,
    })
    expect(await change(path, { url, secret: 'generate' })).toEqual({ status: 400, again: all.slice(0, 2) })
    expect(await change(path, { url, secret: null, headers: { ...headers, 'X-Key': '***-key' } })).toEqual({
      status: 400,
      again: ['/headers/X-Key'],
    })
    expect((await app.request('GET', path)).json).toMatchObject({ url: receiver.url, revision: 1 })
    expect(await change(path, { url, headers, secret })).toMatchObject({ status: 200 })
  })

  test('the same URL keeps them, and what is taken away need not be given', async () => {
    const { id } = await makeWebhook(app, receiver.url, { headers, secret })
    const path = `/v1/webhooks/${id}`
    expect(await change(path, { url: receiver.url, name: 'New' })).toMatchObject({ status: 200 })
    expect(await change(path, { url: thief.url, headers: {}, secret: null })).toMatchObject({ status: 200 })
  })

  test('nothing that was stored reaches the new URL', async () => {
    const { id } = await makeWebhook(app, receiver.url, { headers, secret })
    const path = `/v1/webhooks/${id}`
    await app.request('PATCH', path, { body: { url: thief.url } })
    await untilState(app, (await sendTest(app, id)).id, 'delivered')
    expect(thief.received).toEqual([])
  })
})

describe('a webhook whose URL was changed outside Pictable, such as in an archive', () => {
  test('sends nothing there until its secrets are entered again', async () => {
    const secrets = {
      headers: { 'X-Token': 'a-secret-header' },
      user_defined: { token: { $secret: 'a-secret-value' } },
    }
    const { id } = await makeWebhook(app, receiver.url, { ...secrets, secret: 'a-secret-of-the-receiver' })
    const webhook = await app.world.data.webhooks.get(id)
    if (webhook === null) throw new Error('the webhook is gone')
    await app.world.data.webhooks.update({ ...webhook, url: thief.url })
    const before = thief.received.length

    const given = await sendTest(app, id)
    expect(given).toMatchObject({ state: 'failed', error: { code: 'secret_moved' } })
    expect((await app.request('POST', `/v1/deliveries/${given.id}/replay`)).status).toBe(409)
    expect(thief.received).toHaveLength(before)
    expect((await app.request('GET', `/v1/webhooks/${id}`)).json).toMatchObject({ headers: {}, secret: null })
    expect((await app.request('GET', '/v1/webhooks')).status).toBe(200)
    // A part of them is not enough.
    expect((await change(`/v1/webhooks/${id}`, { user_defined: secrets.user_defined })).status).toBe(200)
    const { id: partly } = await sendTest(app, id)
    expect(await untilState(app, partly, 'failed')).toMatchObject({ error: { code: 'secret_moved' } })
    expect(thief.received).toHaveLength(before)

    const url = receiver.url
    const again = await change(`/v1/webhooks/${id}`, { ...secrets, url, secret: 'a-secret-of-the-receiver' })
    expect(again.status).toBe(200)
    await untilState(app, (await sendTest(app, id)).id, 'delivered')
    expect(receiver.received.at(-1)?.headers).toMatchObject({ 'x-token': 'a-secret-header' })
  })
})
