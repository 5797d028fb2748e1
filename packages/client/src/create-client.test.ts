import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { createClient } from './create-client.ts'

function answering(status: number, body: unknown, contentType = 'application/json') {
  const requests: { url: string; method: string | undefined; headers: Headers; body: unknown }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push({ url: String(input), method: init?.method, headers: new Headers(init?.headers), body: init?.body })
    return new Response(body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body), {
      status,
      headers: { 'content-type': contentType },
    })
  }
  return { fetch, requests }
}

describe('createClient()', () => {
  test('fills the path, the query and the key', async () => {
    const { fetch, requests } = answering(200, { results: [], next: null })
    const client = createClient({ baseUrl: 'https://pictable.example.com/', apiKey: 'pct_x', fetch })
    const list = await client.runs.records({ params: { id: 'run_1/..' }, query: { state: 'failed', limit: 5 } })
    expect(list.results).toEqual([])
    expect(requests[0]?.url).toBe('https://pictable.example.com/v1/runs/run_1%2F../records?state=failed&limit=5')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer pct_x')
  })

  test('sends JSON, If-Match and Idempotency-Key', async () => {
    const { fetch, requests } = answering(201, {})
    const client = createClient({ baseUrl: 'http://localhost:4400', fetch })
    await client.images.create({ body: { template_id: 'tpl_1' }, idempotencyKey: 'once', ifMatch: '"r1"' })
    expect(requests[0]).toMatchObject({ method: 'POST', body: '{"template_id":"tpl_1"}' })
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
    expect(requests[0]?.headers.get('idempotency-key')).toBe('once')
    expect(requests[0]?.headers.get('if-match')).toBe('"r1"')
  })

  test('sends an upload as it is', async () => {
    const { fetch, requests } = answering(201, {})
    const client = createClient({ baseUrl: 'http://localhost:4400', fetch })
    await client.tables.importNew({ query: { name: 'Products' }, body: 'Name\nTeapot' })
    expect(requests[0]?.body).toBe('Name\nTeapot')
    expect(requests[0]?.headers.get('content-type')).toBe('text/csv')
  })

  test('gives bytes where the contract says so, and nothing for 204', async () => {
    const png = answering(200, Uint8Array.of(1, 2, 3), 'image/png')
    const client = createClient({ baseUrl: 'http://localhost:4400', fetch: png.fetch })
    expect(await client.templates.preview({ params: { id: 'tpl_1' }, body: {} })).toEqual(Uint8Array.of(1, 2, 3))
    const empty: typeof fetch = async () => new Response(null, { status: 204 })
    expect(
      await createClient({ baseUrl: 'http://x.example', fetch: empty }).images.delete({ params: { id: 'img_1' } }),
    ).toBeUndefined()
  })

  test('throws the problem that the API answers', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Not found',
      status: 404,
      detail: 'There is no run run_1.',
      code: 'not_found',
      request_id: 'req_1',
      errors: [],
    }
    const { fetch } = answering(404, problem, 'application/problem+json')
    const failed = createClient({ baseUrl: 'http://x.example', fetch }).runs.get({ params: { id: 'run_1' } })
    await expect(failed).rejects.toThrow(ApiError)
    await expect(failed).rejects.toMatchObject({ status: 404, message: 'There is no run run_1.', problem })
  })

  test('throws an ApiError also for what is not a problem', async () => {
    const { fetch } = answering(502, 'Bad Gateway', 'text/html')
    await expect(createClient({ baseUrl: 'http://x.example', fetch }).server.livez()).rejects.toMatchObject({
      status: 502,
      problem: { code: 'unknown' },
    })
  })

  test.each([{}, { errors: [{}] }, { errors: 'none' }])('throws an ApiError also for half a problem', async (half) => {
    const problem = { type: 'a', title: 'b', status: 400, detail: 'c', code: 'd', request_id: 'e', ...half }
    const { fetch } = answering(400, problem)
    const failed = createClient({ baseUrl: 'http://x.example', fetch }).server.livez()
    await expect(failed).rejects.toMatchObject({ status: 400, problem: { code: 'unknown', errors: [] } })
  })
})
