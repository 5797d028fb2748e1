import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Receiver, startReceiver, status } from '#test/scenarios/receiver.ts'
import { makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from '#test/scenarios/whole-app.ts'

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])))

/** As OTLP over HTTP has it. */
const told = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes,
            }),
          ),
        }),
      ),
    }),
  ),
})

let collector: Receiver
let receiver: Receiver
let app: WholeApp

const all = () => collector.received.flatMap(({ json }) => told.parse(json).resourceSpans)
const spans = () => all().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
const named = (name: string) => spans().filter((span) => span.name === name)

beforeAll(async () => {
  collector = await startReceiver()
  collector.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  receiver = await startReceiver()
  app = await startWholeApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-token',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bench',
    PICTABLE_EGRESS_ALLOW: '127.0.0.0/8',
    PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
  })
})
afterAll(() => Promise.all([collector.close(), receiver.close()]))

test('a collector is told of requests, jobs, sources, renders, storage and webhooks, with ids and without values', async () => {
  const secretWord = 'tenantword'
  receiver.answer = (response, received) => status(receiver.received.length === 1 ? 500 : 204)(response, received)
  await app.client.webhooks.create({ body: { name: secretWord, url: `${receiver.url}/${secretWord}` } })
  const { actionId } = await makeAction(app.client, {
    fields: [
      { name: 'Title', kind: 'text' },
      { name: 'Image', kind: 'url' },
    ],
    rows: [{ Title: secretWord }, { Title: 'two' }],
    design: {
      schema: 1,
      name: secretWord,
      width: 200,
      height: 100,
      layers: [{ type: 'text', name: 'title', x: 0, y: 0, width: 200, height: 50, text: { bind: 'Title' } }],
    },
    writeBack: { url: 'Image' },
  })
  const runId = await trigger(app.client, actionId)
  await untilEnded(app.client, runId)
  await receiver.until(3)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const request = { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, authorization: 'Bearer nobody' } }
  const answer = await fetch(`${app.url}/v1/runs/${runId}`, request)
  await fetch(`${app.url}/livez`)
  await app.close()

  expect(collector.received[0]?.path).toBe('/v1/traces')
  expect(collector.received[0]?.headers.authorization).toBe('Bearer collector-token')
  expect(all()[0]?.resource.attributes).toMatchObject({
    'service.name': 'pictable',
    'service.version': expect.any(String),
    'deployment.environment.name': 'test bench',
  })
  expect(named('GET /v1/runs/:id').at(-1)).toMatchObject({
    traceId,
    parentSpanId: 'b7ad6b7169203331',
    attributes: {
      'pictable.request_id': answer.headers.get('x-request-id'),
      'http.response.status_code': 401,
    },
  })
  const [chunk] = named('job process-chunk')
  expect(chunk?.attributes['pictable.run_id']).toBe(runId)
  expect(named('render')).toHaveLength(2)
  for (const span of [...named('render'), ...named('storage put'), ...named('source writeBack')])
    expect(span).toMatchObject({ traceId: chunk?.traceId, parentSpanId: chunk?.spanId })
  expect(named('render')[0]?.attributes).toMatchObject({
    'pictable.run_id': runId,
    'pictable.record_id': expect.any(String),
  })
  expect(named('source checkWrite').length).toBeGreaterThan(0)
  expect(named('source page')[0]?.attributes).toMatchObject({ 'pictable.source': 'table' })
  expect(named('webhook attempt').map((span) => span.attributes['http.response.status_code'])).toEqual(
    expect.arrayContaining([500, 204]),
  )
  expect(spans().filter(({ name }) => name.includes('livez'))).toEqual([])
  const everything = collector.received.map(({ body }) => new TextDecoder().decode(body)).join()
  expect(everything).not.toContain(secretWord)
})
