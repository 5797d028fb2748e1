import { type Client, createClient } from '@pictable/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Receiver, startReceiver } from '#test/scenarios/receiver.ts'
import { type Seed, seed, untilEnded } from '#test/scenarios/seed.ts'
import { makeWebhook } from '#test/scenarios/webhook-kit.ts'
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
})

const clientOf = (apiKey = app.adminKey) => createClient({ baseUrl: app.url, apiKey })
const newKey = z.looseObject({ id: z.string(), secret: z.string() })

async function keyFor(actionIds: readonly string[]) {
  const answer = await app.request('POST', '/v1/api-keys', {
    body: { name: 'Ours', scopes: ['read'], action_ids: actionIds },
  })
  return newKey.parse(answer.json)
}

type Event = Awaited<ReturnType<ReturnType<Client['events']['stream']>['next']>>['value']

/** Reads a stream as bytes, in the background. */
async function watch({
  lastEventId,
  key = app.adminKey,
  url = app.url,
}: {
  lastEventId?: string | undefined
  key?: string
  url?: string
} = {}) {
  const response = await fetch(`${url}/v1/events`, {
    headers: { authorization: `Bearer ${key}`, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
  })
  let text = ''
  const reader = response.body?.getReader()
  const read = async () => {
    const decoder = new TextDecoder()
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read())
      text += decoder.decode(piece.value, { stream: true })
  }
  const ended = read()
  const ids = () => [...text.matchAll(/^id: (\S+)$/gm)].map(([, id = '']) => id)
  const events = () =>
    [...text.matchAll(/^event: (\w+)\nid: (\S+)\ndata: (.*)$/gm)].map(([, event = '', id = '', data = '{}']) => ({
      ...z.looseObject({ id: z.string(), state: z.string(), action_id: z.string().nullable() }).parse(JSON.parse(data)),
      event,
      at: id,
    }))
  const has = (event: string, state: string) => events().some((one) => one.event === event && one.state === state)
  const until = (isSo: () => boolean) => expect.poll(isSo).toBe(true)
  await until(() => ids().length > 0)
  return { response, ended, events, ids, has, until, stop: () => reader?.cancel() }
}

async function run(): Promise<string> {
  const trigger = await app.request('POST', `/v1/tablesources/${seeded.actionId}`, { body: { force: true } })
  const runId = trigger.headers.get('x-run-id') ?? ''
  await untilEnded(app, runId)
  return runId
}

describe('GET /v1/events', () => {
  test('tells of runs and deliveries from now on', async () => {
    await makeWebhook(app, receiver.url)
    await run()
    const { response, events, has, until, stop } = await watch()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const runId = await run()
    await until(() => has('run', 'completed') && has('delivery', 'delivered'))
    const told = events().filter(({ event }) => event === 'run')
    expect(told.every(({ id }) => id === runId)).toBe(true)
    await stop()
  })

  test('leaves no stream behind a HEAD, which no one reads and no limit counts', async () => {
    const set = vi.spyOn(app.world.metrics, 'set')
    const head = await app.request('HEAD', '/v1/events')
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const open = () => set.mock.calls.findLast(([name]) => name === 'event_streams_open')?.[2]
    await expect.poll(open).toBe(0)
    set.mockRestore()
  })

  test('goes on behind the event that Last-Event-ID names', async () => {
    const first = await watch()
    await run()
    await first.until(() => first.has('run', 'completed'))
    await first.stop()
    const seen = first.events()
    const missedId = await run()
    const again = await watch({ lastEventId: seen[0]?.at })
    await again.until(() => again.events().some(({ id, state }) => id === missedId && state === 'completed'))
    const ids = again.events().map(({ at }) => at)
    expect(ids).not.toContain(seen[0]?.at)
    expect(ids).toEqual(expect.arrayContaining(seen.slice(1).map(({ at }) => at)))
    expect(new Set(ids).size).toBe(ids.length)
    await again.stop()
  })

  test('tells all as it stands to who comes back after too long, or from another process', async () => {
    await makeWebhook(app, receiver.url)
    const runId = await run()
    await receiver.until(5)
    for (const lastEventId of ['evt_another-7', 'nonsense', '-1']) {
      const { events, has, until, stop } = await watch({ lastEventId })
      await until(() => has('run', 'completed') && has('delivery', 'delivered'))
      expect(events().some(({ event, id }) => event === 'run' && id === runId)).toBe(true)
      await stop()
    }
  })

  test('tells a key of single actions of those alone', async () => {
    await makeWebhook(app, receiver.url)
    const { connectionId, templateId } = seeded
    const action = await app.request('POST', '/v1/actions', {
      body: {
        title: 'Other',
        connection_id: connectionId,
        base_id: 'built-in',
        table: 'Products',
        template_id: templateId,
      },
    })
    const { id: otherId } = z.looseObject({ id: z.string() }).parse(action.json)
    const other = await watch({ key: (await keyFor([otherId])).secret })
    const own = await watch({ key: (await keyFor([seeded.actionId])).secret })
    await run()
    await own.until(() => own.has('run', 'completed') && own.has('delivery', 'delivered'))
    const { results } = await app.world.data.templates.list({ limit: 1 })
    const body = { template_id: results[0]?.id, values: { Name: 'Pot' } }
    const everything = await watch()
    expect((await app.request('POST', '/v1/images', { body })).status).toBe(201)
    await everything.until(() => everything.events().some(({ action_id }) => action_id === null))
    expect(own.events().every(({ action_id }) => action_id === seeded.actionId)).toBe(true)
    expect(other.events()).toEqual([])
    for (const one of [other, own, everything]) await one.stop()
  })

  test('ends when the server does', async () => {
    const other = await startApp()
    const { ended } = await watch({ url: other.url })
    await other.close()
    await ended
  })

  test('ends for a key that is revoked', async () => {
    const { id, secret } = await keyFor([seeded.actionId])
    const { ended } = await watch({ key: secret })
    expect((await app.request('DELETE', `/v1/api-keys/${id}`)).status).toBe(204)
    await ended
  })
})

describe('client.events.stream()', () => {
  /** Handles events until one is like this. */
  async function readUntil(stream: AsyncIterable<Event>, isSo: (event: Event) => boolean): Promise<Event[]> {
    const events: Event[] = []
    for await (const event of stream) {
      events.push(event)
      if (isSo(event)) break
    }
    return events
  }

  test('gives typed events, and ends quietly with its signal', async () => {
    await makeWebhook(app, receiver.url)
    const abort = new AbortController()
    const stream = clientOf().events.stream({ signal: abort.signal, lastEventId: 'from the start' })
    const runId = await run()
    const events = await readUntil(
      stream,
      ({ event, data }) => event === 'run' && data.id === runId && data.state === 'completed',
    )
    expect(events.at(-1)).toMatchObject({ event: 'run', data: { id: runId, state: 'completed' } })
    abort.abort()
    expect(await readUntil(clientOf().events.stream({ signal: abort.signal }), () => false)).toEqual([])
    const waiting = new AbortController()
    const none = readUntil(clientOf().events.stream({ signal: waiting.signal }), () => false)
    waiting.abort()
    expect(await none).toEqual([])
  })

  test('throws what the API says when it may not be read', async () => {
    await expect(readUntil(clientOf('pct_nonsense').events.stream(), () => true)).rejects.toMatchObject({ status: 401 })
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:1' })
    await expect(readUntil(nobody.events.stream(), () => true)).rejects.toThrow()
  })
})
