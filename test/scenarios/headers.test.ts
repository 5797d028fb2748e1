import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { cardDesign, type Seed, seed, untilEnded, untilStatus } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let seeded: Seed

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app)
})
afterAll(() => app.close())

const withId = z.looseObject({ id: z.string() })
const image = z.looseObject({ id: z.string(), url: z.string(), urls: z.record(z.string(), z.string()), bytes: z.int() })

const createImage = (headers: Record<string, string> = {}, title = 'Teapot') =>
  app.request('POST', '/v1/images', {
    body: { template_id: seeded.templateId, values: { Name: title }, formats: ['png', 'webp'] },
    headers,
  })

async function countOf(path: string): Promise<number> {
  const answer = await app.request('GET', `${path}?limit=100`)
  return z.looseObject({ results: z.array(z.unknown()) }).parse(answer.json).results.length
}

const countImages = () => countOf('/v1/images')

describe('Idempotency-Key', () => {
  test('repeats the answer and does nothing twice', async () => {
    const before = await countImages()
    const first = await createImage({ 'idempotency-key': 'once' })
    const second = await createImage({ 'idempotency-key': 'once' })
    expect(first.status).toBe(201)
    expect([second.status, second.text]).toEqual([201, first.text])
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(await countImages()).toBe(before + 1)
  })

  test('stores no answer of what changes nothing', async () => {
    const claim = vi.spyOn(app.world.data.idempotency, 'claim')
    const preview = (title: string) =>
      app.request('POST', `/v1/templates/${seeded.templateId}/preview`, {
        body: { values: { Name: title } },
        headers: { 'idempotency-key': 'preview' },
      })
    const first = await preview('é')
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
    const other = await preview('è')
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect(claim).not.toHaveBeenCalled()
    claim.mockRestore()
  })

  test('refuses another request with the same key', async () => {
    await createImage({ 'idempotency-key': 'two' })
    const other = await createImage({ 'idempotency-key': 'two' }, 'Kettle')
    expect(other).toMatchObject({ status: 422, json: { code: 'idempotency_mismatch' } })
  })

  test('belongs to its caller', async () => {
    const made = await app.request('POST', '/v1/api-keys', { body: { name: 'other', scopes: ['write'] } })
    const { secret: key } = z.looseObject({ secret: z.string() }).parse(made.json)
    const body = { template_id: seeded.templateId, values: { Name: 'Cup' } }
    const headers = { 'idempotency-key': 'mine' }
    const [one, other] = [
      await app.request('POST', '/v1/images', { body, headers }),
      await app.request('POST', '/v1/images', { body, headers, key }),
    ]
    expect(withId.parse(one.json).id).not.toBe(withId.parse(other.json).id)
  })

  test('answers 409 while the first request is running', async () => {
    app.rendering.close()
    const first = createImage({ 'idempotency-key': 'slow' })
    await app.rendering.arrival()
    const second = await createImage({ 'idempotency-key': 'slow' })
    app.rendering.open()
    expect(second).toMatchObject({ status: 409, json: { code: 'idempotency_in_flight' } })
    expect(second.headers.get('retry-after')).toBe('1')
    expect((await first).status).toBe(201)
  })

  test('is free again after a failure', async () => {
    const headers = { 'idempotency-key': 'failing' }
    const failed = await createImage(headers, 'unrenderable')
    expect(failed).toMatchObject({ status: 422, json: { code: 'image_failed' } })
    expect((await createImage(headers, 'unrenderable')).headers.get('idempotency-replayed')).toBeNull()
  })

  test.each<[path: string, bodyOf: () => unknown, listed?: string]>([
    ['/v1/images', () => ({ template_id: seeded.templateId, values: { Name: 'Once' } })],
    ['/v1/api-keys', () => ({ name: 'once', scopes: ['read'] })],
    ['/v1/url-keys', () => ({ name: 'once' })],
    ['/v1/connections', () => ({ name: 'once', source: 'table', settings: {} })],
    ['/v1/tables', () => ({ name: 'once', fields: [{ name: 'Name', kind: 'text' }] })],
    ['/v1/tables/import?name=once', () => 'Name\nTeapot\n', '/v1/tables'],
    ['/v1/assets?filename=once.svg', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', '/v1/assets'],
    ['/v1/templates', () => ({ design: cardDesign })],
    ['/v1/starters/social-card', () => ({}), '/v1/templates'],
    ['/v1/webhooks', () => ({ name: 'once', url: 'https://receiver.example/' })],
    ['/v1/users', () => ({ email: 'once@example.com', name: 'Once', role: 'viewer' })],
    ['/v1/triggers', () => ({ action_id: seeded.actionId, kind: 'incoming_hook' })],
  ])(
    '%s does nothing when its answer cannot be stored: the next request does it once',
    async (path, bodyOf, listed) => {
      const count = () => countOf(listed ?? path)
      const before = await count()
      const body = bodyOf()
      const headers = {
        'idempotency-key': `not-stored:${path}`,
        ...(typeof body === 'string' && { 'content-type': path.includes('import') ? 'text/csv' : 'image/svg+xml' }),
      }
      const post = () => app.request('POST', path, { body, headers })
      const { transaction } = app.world.data
      const complete = async () => {
        throw new Error('the connection is lost')
      }
      const spied = vi.spyOn(app.world.data, 'transaction')
      spied.mockImplementation((work) =>
        transaction((inside) => work({ ...inside, idempotency: { ...inside.idempotency, complete } })),
      )
      const failed = await post().finally(() => spied.mockRestore())
      expect(failed.status).toBe(500)
      expect(await count()).toBe(before)
      expect((await post()).status).toBe(201)
      expect((await post()).headers.get('idempotency-replayed')).toBe('true')
      expect(await count()).toBe(before + 1)
      expect(app.errors.splice(0)).toEqual([expect.stringContaining('the connection is lost')])
    },
  )

  test('does nothing when another request has taken over its claim', async () => {
    const before = await countImages()
    const headers = { 'idempotency-key': 'taken-over' }
    app.rendering.close()
    const slow = createImage(headers)
    await app.rendering.arrival()
    await app.world.data.idempotency.releaseAll()
    const claim = vi.spyOn(app.world.data.idempotency, 'claim')
    const quick = createImage(headers)
    await expect.poll(() => claim.mock.settledResults).toMatchObject([{ type: 'fulfilled', value: null }])
    claim.mockRestore()
    app.rendering.open()
    expect([(await slow).status, (await quick).status].sort()).toEqual([201, 409])
    expect(await countImages()).toBe(before + 1)
    expect(await createImage(headers)).toMatchObject({ status: 201 })
    expect(await countImages()).toBe(before + 1)
  })

  test('keeps what was written for a problem', async () => {
    const hook = { name: 'Problems', url: 'https://receiver.example/', events: ['image.failed'] }
    const made = await app.request('POST', '/v1/webhooks', { body: hook })
    const { id } = withId.parse(made.json)
    const failed = await createImage({ 'idempotency-key': 'problem' }, 'unrenderable')
    expect(failed.status).toBe(422)
    const deliveries = await app.request('GET', `/v1/webhooks/${id}/deliveries`)
    expect(deliveries.json).toMatchObject({ results: [{ event: 'image.failed' }] })
    await app.request('DELETE', `/v1/webhooks/${id}`)
  })

  test('of one incoming hook is not that of another', async () => {
    const trigger = { action_id: seeded.actionId, kind: 'incoming_hook' }
    const statuses = []
    for (const _ of [1, 2]) {
      const made = await app.request('POST', '/v1/triggers', { body: trigger })
      const { pathname } = new URL(z.looseObject({ hook_url: z.string() }).parse(made.json).hook_url)
      const call = () => app.request('POST', pathname, { key: null, headers: { 'idempotency-key': 'hook' } })
      statuses.push((await call()).status)
      expect((await call()).headers.get('idempotency-replayed')).toBe('true')
    }
    expect(statuses).toEqual([200, 200])
  })

  test('keeps a secret that is shown once sealed', async () => {
    const request = { body: { name: 'sealed', scopes: ['read'] }, headers: { 'idempotency-key': 'key' } }
    const first = await app.request('POST', '/v1/api-keys', request)
    expect((await app.request('POST', '/v1/api-keys', request)).text).toBe(first.text)
    const at = new Date()
    const kept = await app.world.data.idempotency.claim(
      { id: 'clm_test', caller: 'operator', key: 'key' },
      { requestHash: 'x', at, expiresAt: at },
    )
    expect(kept?.sealedAnswer).not.toContain(z.looseObject({ secret: z.string() }).parse(first.json).secret)
    // By a plain digest of the body a password in it could be guessed.
    const parts = ['POST', '/v1/api-keys', 'application/json', JSON.stringify(request.body)]
    const { sha256 } = app.world.digest
    expect(kept?.requestHash).not.toBe(sha256(parts.map((part) => sha256(part)).join()))
  })
})

describe('ETag', () => {
  const path = () => `/v1/actions/${seeded.actionId}`

  test('answers 304 to who knows it', async () => {
    // The run of a test before this one changes what is known of the action.
    await untilStatus(app, seeded.actionId, null)
    const first = await app.request('GET', path())
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"r\d+-[0-9a-f]{32}"$/)
    const again = await app.request('GET', path(), { headers: { 'if-none-match': `"other", ${etag}` } })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    expect((await app.request('GET', path(), { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('changes with a list', async () => {
    const first = await app.request('GET', '/v1/images')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await app.request('GET', '/v1/images', { headers })).status).toBe(304)
    await createImage({}, 'Another')
    expect((await app.request('GET', '/v1/images', { headers })).status).toBe(200)
  })

  test.each([
    ['an action', () => path(), { title: 'New title' }],
    ['a template', () => `/v1/templates/${seeded.templateId}`, { name: 'New name' }],
    ['a connection', () => `/v1/connections/${seeded.connectionId}`, { name: 'New name' }],
    ['a table', () => `/v1/tables/${seeded.tableId}`, { name: 'Products of today' }],
  ])('guards %s against a lost update', async (_, pathOf, body) => {
    const etag = (await app.request('GET', pathOf())).headers.get('etag') ?? ''
    const saved = await app.request('PATCH', pathOf(), { body, headers: { 'if-match': etag } })
    expect(saved.status).toBe(200)
    expect(saved.headers.get('etag')).not.toBe(etag)
    const late = await app.request('PATCH', pathOf(), { body, headers: { 'if-match': etag } })
    expect(late).toMatchObject({ status: 412, json: { code: 'precondition_failed' } })
    expect((await app.request('PATCH', pathOf(), { body, headers: { 'if-match': 'r1' } })).status).toBe(412)
  })
})

describe('GET /images/:id/:file', () => {
  async function stored() {
    const made = image.parse((await createImage()).json)
    return { ...made, path: new URL(made.url).pathname }
  }

  test('serves the bytes to everybody, for ever', async () => {
    const { path, bytes, urls } = await stored()
    const answer = await app.request('GET', path, { key: null })
    expect(answer.status).toBe(200)
    expect(answer.bytes.length).toBe(bytes)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const webp = await app.request('GET', new URL(urls.webp ?? '').pathname, { key: null })
    expect(webp.headers.get('content-type')).toBe('image/webp')
  })

  test('answers HEAD and If-None-Match without bytes', async () => {
    const { path, bytes } = await stored()
    const head = await app.request('HEAD', path, { key: null })
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', String(bytes)])
    const etag = head.headers.get('etag') ?? ''
    const known = await app.request('GET', path, { key: null, headers: { 'if-none-match': etag } })
    expect([known.status, known.text]).toEqual([304, ''])
    expect(known.headers.get('cache-control')).toContain('immutable')
  })

  test('knows no other address', async () => {
    const { id, path } = await stored()
    const other = image.parse((await createImage({}, 'Other')).json)
    const foreign = new URL(other.url).pathname.split('/').at(-1)
    for (const wrong of [
      `${path}x`,
      `/images/${id}/${foreign}`,
      `/images/${id}/..%2fsecret`,
      `/images/${id}/${'0'.repeat(64)}.png`,
    ]) {
      expect((await app.request('GET', wrong, { key: null })).status).toBe(404)
    }
    expect((await app.request('DELETE', `/v1/images/${id}`)).status).toBe(204)
    expect((await app.request('GET', path, { key: null })).status).toBe(404)
  })
})

describe('health', () => {
  test('is told without a key', async () => {
    expect(await app.request('GET', '/livez', { key: null })).toMatchObject({ status: 200, json: { live: true } })
    expect(await app.request('GET', '/readyz', { key: null })).toMatchObject({ status: 200, json: { ready: true } })
  })

  test('the description is served without a key', async () => {
    const answer = await app.request('GET', '/v1/openapi.json', { key: null })
    expect(answer.json).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'https://pictable.example' }] })
  })
})

test('a run keeps its promises over the whole of it: no error of ours was logged', async () => {
  const { headers } = await app.request('POST', `/v1/tablesources/${seeded.actionId}`)
  await untilEnded(app, headers.get('x-run-id') ?? '')
  await untilStatus(app, seeded.actionId, null)
  expect(app.errors).toEqual([])
})
