import { ApiError, verify, webhookEvents } from '@pictable/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '#test/until.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { adminKey, startWholeApp, type WholeApp } from './whole-app.ts'

const design = {
  schema: 1,
  name: 'Badge',
  width: 300,
  height: 150,
  layers: [
    { type: 'text', name: 'Title', text: { bind: 'Name' }, width: 300, height: 100 },
    { type: 'image', name: 'Photo', src: { bind: 'Photo' }, width: 50, height: 50 },
  ],
}

let app: WholeApp
let receiver: Receiver
let templateId: string
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startWholeApp({
    PICTABLE_EGRESS_ALLOW: '127.0.0.0/8',
    PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
    PICTABLE_RETENTION_RUNS_DAYS: '30',
  })
  templateId = (await app.client.templates.create({ body: { design, publish: true } })).id
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

type Item = NonNullable<Parameters<WholeApp['client']['imageBatches']['create']>[0]>['body']['items'][number]

const itemOf = (name: string, more: Partial<Item> = {}): Item => ({
  template_id: templateId,
  values: { Name: name },
  ...more,
})
const create = (items: Item[], idempotencyKey?: string) =>
  app.client.imageBatches.create({ body: { items }, ...(idempotencyKey !== undefined && { idempotencyKey }) })
const get = (id: string) => app.client.imageBatches.get({ params: { id } })

const untilEnded = (id: string) =>
  until(`the end of the batch ${id}`, async () => {
    const batch = await get(id)
    return batch.pending === 0 && batch
  })

async function refused(work: Promise<unknown>) {
  const error = await work.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('nothing was refused')
  return error.problem
}

function post(path: string, body: string, headers: Record<string, string> = {}) {
  const all = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json', ...headers }
  return fetch(`${app.url}${path}`, { method: 'POST', headers: all, body })
}

describe('a batch', () => {
  test('gives each item its image or error, in order, and tells receivers of each', async () => {
    const { url: webhook_url } = receiver
    const batch = await create([
      itemOf('first', { webhook_url, metadata: { order: 1 } }),
      itemOf('second', { values: { Photo: 'asset:ast_none' }, webhook_url, metadata: { order: 2 } }),
      itemOf('third', { formats: ['jpeg', 'webp'], width: 90 }),
      { template: { ...design, width: 100 }, pages: [{ values: { Name: 'a' } }, { values: { Name: 'b' } }] },
    ])
    expect(batch).toMatchObject({ state: 'active', total: 4, pending: 4, finished_at: null })
    const { results, ...ended } = await untilEnded(batch.id)
    expect(ended).toMatchObject({ id: batch.id, state: 'completed', total: 4, rendered: 3, failed: 1, next: null })
    expect(ended.finished_at).not.toBeNull()
    expect(results.map(({ index, state }) => [index, state])).toEqual([
      [0, 'rendered'],
      [1, 'failed'],
      [2, 'rendered'],
      [3, 'rendered'],
    ])
    expect(results[1]).toMatchObject({ image: null, error: { message: expect.stringContaining('ast_none') } })
    expect(results[2]?.image).toMatchObject({ width: 90, height: 45, format: 'jpeg', files: [{}, { format: 'webp' }] })
    expect(results[3]?.image).toMatchObject({ format: 'pdf', template_id: null })
    const image = await app.client.images.get({ params: { id: results[0]?.image_id ?? '' } })
    expect(image).toMatchObject({ values: { Name: 'first' }, metadata: { order: 1 }, template_version: 1 })
    expect((await fetch(image.url)).status).toBe(200)
    const events = (await receiver.until(2)).map(({ json }) => json)
    expect(events).toHaveLength(2)
    expect(events.map(({ event, metadata }) => [event, metadata])).toEqual(
      expect.arrayContaining([
        ['image.created', { order: 1 }],
        ['image.failed', { order: 2 }],
      ]),
    )
  })

  test('tells a receiver of its own when it has ended', async () => {
    const own = await startReceiver()
    const body = { items: [itemOf('one'), itemOf('two')], webhook_url: own.url }
    const { id, webhook_ids } = await app.client.imageBatches.create({ body })
    expect(webhook_ids).toHaveLength(1)
    const [{ json } = { json: null }] = await own.until(1)
    expect(json).toMatchObject({ event: 'batch.completed', batch_id: id, counts: { total: 2, rendered: 2 } })
    expect(own.received).toHaveLength(1)
    expect(await get(id)).toMatchObject({ webhook_ids })
    await own.close()
    const problem = await refused(
      app.client.imageBatches.create({ body: { ...body, webhook_url: 'http://10.0.0.1/' } }),
    )
    expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '/webhook_url' }] })
  })

  test('renders nothing if an item is invalid, and names every error', async () => {
    const before = await app.client.images.count({ query: { template_id: templateId } })
    const problem = await refused(
      create([
        itemOf('good'),
        itemOf('', { values: { Price: '1' } }),
        { template_id: 'tpl_none' },
        itemOf('', { width: 9000 }),
        itemOf('', { webhook_url: 'http://10.0.0.1/' }),
      ]),
    )
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual([
      '/items/1/values/Price',
      '/items/2/template_id',
      '/items/3/width',
      '/items/4/webhook_url',
    ])
    const bodyProblem = await refused(create([itemOf('good'), { ...itemOf('bad'), formats: [] }, {}]))
    expect(bodyProblem.errors).toEqual([
      { pointer: '/items/1/formats', detail: 'must have at least 1 entries' },
      { pointer: '/items/2/template_id', detail: 'is required if there is no template' },
    ])
    expect(await app.client.images.count({ query: { template_id: templateId } })).toEqual(before)
  })

  test('has at most 1,000 items in 10 MiB of valid JSON', async () => {
    const item = JSON.stringify(itemOf('x'))
    const bodyOf = async (body: string) => {
      const answer = await post('/v1/images/batch', body)
      return { status: answer.status, ...JSON.parse(await answer.text()) }
    }
    expect(await bodyOf(`{"items":[${Array.from({ length: 1001 }, () => item)}]}`)).toMatchObject({
      status: 400,
      errors: [{ pointer: '/items', detail: 'must have at most 1000 entries' }],
    })
    expect(await bodyOf('{"items":[]}')).toMatchObject({ status: 400, errors: [{ pointer: '/items' }] })
    expect(await bodyOf('{"list":[]}')).toMatchObject({ status: 400 })
    expect(await bodyOf(`{"items":[${item}],"more":1}`)).toMatchObject({ errors: [{ pointer: '/more' }] })
    expect(await bodyOf(`{"items":[${item},{"values":{"a":1,"a":2}}]}`)).toMatchObject({
      errors: [{ pointer: '/items/1/values/a', detail: 'occurs twice in the same object' }],
    })
    expect(await bodyOf(`{"items":[${item},{"values":}]}`)).toMatchObject({
      errors: [{ pointer: '/items/1', detail: 'items[1] is not valid JSON: the error is at line 1, column 11.' }],
    })
    expect(await bodyOf(`{"items":[${item}`)).toMatchObject({ status: 400, code: 'invalid_request' })
    const long = 'x'.repeat(2 ** 20)
    expect(await bodyOf(`{"items":[{"values":{"a":"${long}"}}]}`)).toMatchObject({
      errors: [{ pointer: '/items/0', detail: 'is larger than 1 MiB' }],
    })
    expect(await bodyOf(`{"items":[${item}],"more":"${long}"}`)).toMatchObject({ status: 413 })
    expect(await bodyOf(`{"items":["${'x'.repeat(10 * 2 ** 20)}"]}`)).toMatchObject({ status: 413 })
  })

  test('is stored once for an Idempotency-Key', async () => {
    const first = await create([itemOf('once')], 'batch-key')
    expect(await create([itemOf('once')], 'batch-key')).toEqual(first)
    expect((await refused(create([itemOf('twice')], 'batch-key'))).code).toBe('idempotency_mismatch')
  })

  test('keeps the version that was published when it was accepted', async () => {
    const { id } = await app.client.templates.create({ body: { design, publish: true } })
    const batch = await create(Array.from({ length: 60 }, () => ({ template_id: id, values: { Name: 'x' } })))
    await app.client.templates.update({ params: { id }, body: { design: { ...design, width: 200 } } })
    await app.client.templates.publish({ params: { id } })
    const { results } = await untilEnded(batch.id)
    expect(new Set(results.map(({ image }) => image?.width))).toEqual(new Set([300]))
  })

  test('is listed in pages, and cancelled without the images that it has', async () => {
    const batch = await create(Array.from({ length: 300 }, (_, index) => itemOf(`name ${index}`)))
    const params = { id: batch.id }
    await until('the first image', async () => (await get(batch.id)).rendered > 0)
    const cancelled = await app.client.imageBatches.cancel({ params })
    expect(cancelled).toMatchObject({ state: 'cancelled', pending: 0, failed: 0 })
    expect(cancelled.cancelled).toBeGreaterThan(0)
    expect(cancelled.rendered + cancelled.cancelled).toBe(300)
    const places: number[] = []
    let images = 0
    let after: string | undefined
    do {
      const page = await app.client.imageBatches.get({ params, query: { limit: 90, ...(after && { after }) } })
      places.push(...page.results.map(({ index }) => index))
      images += page.results.filter(({ image, state }) => state === 'rendered' && image !== null).length
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(places).toEqual(Array.from({ length: 300 }, (_, index) => index))
    expect(images).toBe(cancelled.rendered)
    expect(await app.client.imageBatches.cancel({ params })).toEqual(cancelled)
  })

  test('are listed, newest first, each with how far it is', async () => {
    const first = await create([itemOf('a'), itemOf('b', { values: { Photo: 'asset:ast_none' } }), itemOf('c')])
    const second = await create([itemOf('d')])
    await untilEnded(first.id)
    await untilEnded(second.id)
    const page = await app.client.imageBatches.list({ query: { limit: 1 } })
    const next = await app.client.imageBatches.list({ query: { limit: 1, after: page.next ?? '' } })
    const counts = { total: 3, rendered: 2, failed: 1, cancelled: 0, pending: 0 }
    const query = { state: 'failed' } as const
    const { results: failed } = await app.client.imageBatches.get({ params: { id: first.id }, query })
    expect(failed.map(({ index }) => index)).toEqual([1])
    expect(page.results).toMatchObject([{ id: second.id, state: 'completed', total: 1, rendered: 1 }])
    expect(next.results).toMatchObject([{ id: first.id, state: 'completed', ...counts }])
    const previews = next.results[0]?.preview_urls ?? []
    expect(previews).toHaveLength(2)
    for (const url of previews)
      expect((await fetch(url, { headers: { authorization: `Bearer ${adminKey}` } })).status).toBe(200)
    expect(next.next).not.toBeNull()
  })

  test('tells webhooks once how it has ended, signed', async () => {
    const hook = await startReceiver()
    const secret = 'secret-of-this-webhook'
    const { id } = await app.client.webhooks.create({
      body: {
        ...{ name: 'Ends', url: hook.url, secret, user_defined: { batch: '{{batch.id}}' } },
        events: ['batch.completed', 'batch.cancelled'],
      },
    })
    try {
      const some = await create([itemOf('a'), itemOf('b', { values: { Photo: 'asset:ast_none' } })])
      const [completed] = await hook.until(1)
      const { headers, body: bytes } = completed ?? { headers: {}, body: new Uint8Array() }
      const event = await verify({ body: bytes, headers, secret })
      expect(event).toMatchObject({
        ...{ event: 'batch.completed', status: 'completed', batch_id: some.id, action: null, run_id: null },
        counts: { total: 2, rendered: 1, failed: 1, cancelled: 0, pending: 0 },
        user_defined: { batch: some.id },
      })
      expect(webhookEvents['batch.completed'].parse(event)).toEqual(event)
      const many = await create(Array.from({ length: 300 }, () => itemOf('x')))
      const { cancelled } = await app.client.imageBatches.cancel({ params: { id: many.id } })
      await app.client.imageBatches.cancel({ params: { id: many.id } })
      await untilEnded(many.id)
      const [, told] = await hook.until(2)
      expect(webhookEvents['batch.cancelled'].parse(told?.json)).toMatchObject({
        ...{ status: 'cancelled', batch_id: many.id, counts: { total: 300, cancelled, pending: 0 } },
      })
      await untilEnded((await create([itemOf('one')])).id)
      await hook.until(3)
      const { results } = await app.client.webhooks.deliveries({ params: { id }, query: {} })
      expect(results).toHaveLength(3)
    } finally {
      await app.client.webhooks.delete({ params: { id } })
      await hook.close()
    }
  })

  test('that does not exist is not found', async () => {
    expect((await refused(get('bat_none'))).code).toBe('not_found')
    expect((await refused(app.client.imageBatches.cancel({ params: { id: 'bat_none' } }))).code).toBe('not_found')
  })
})

describe('Prefer: respond-async', () => {
  const prefer = { prefer: 'wait=5, respond-async' }

  test('stores one image to be rendered after the response', async () => {
    const answer = await post('/v1/images', JSON.stringify(itemOf('later', { height: 75 })), prefer)
    expect(answer.status).toBe(202)
    expect(answer.headers.get('preference-applied')).toBe('respond-async')
    const path = answer.headers.get('location') ?? ''
    const id = path.replace('/v1/images/batch/', '')
    const { results } = await untilEnded(id)
    expect(results).toMatchObject([{ state: 'rendered', image: { width: 150, height: 75 } }])
  })

  test('is part of what an Idempotency-Key is compared by', async () => {
    const body = JSON.stringify(itemOf('keyed'))
    const key = { 'idempotency-key': 'prefer-key' }
    expect((await post('/v1/images', body, { ...prefer, ...key })).status).toBe(202)
    expect((await post('/v1/images', body, key)).status).toBe(422)
  })

  test('checks the image before the response', async () => {
    const answer = await post('/v1/images', JSON.stringify(itemOf('', { values: { Price: '1' } })), prefer)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/values/Price' }] })
    expect((await post('/v1/images', JSON.stringify({ template_id: 'tpl_none' }), prefer)).status).toBe(404)
  })
})

describe('width and height', () => {
  test('give the size in pixels in place of scale', async () => {
    const create = (more: Partial<Item>) => app.client.images.create({ body: itemOf('x', more) })
    expect(await create({ width: 98 })).toMatchObject({ width: 98, height: 49 })
    expect(await create({ height: 600 })).toMatchObject({ width: 1200, height: 600 })
    expect((await refused(create({ width: 2401 }))).errors).toEqual([
      { pointer: '/width', detail: "must be from 30 to 2400: 0.1 to 8 times the template's 300" },
    ])
    expect((await refused(create({ width: 90, scale: 2 }))).errors[0]?.pointer).toBe('/scale')
    expect((await refused(create({ width: 90, height: 90 }))).errors[0]?.pointer).toBe('/height')
  })
})
