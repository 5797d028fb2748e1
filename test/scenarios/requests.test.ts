import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refused } from '#test/scenarios/refused.ts'
import { type Seed, seed } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let seeded: Seed

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app)
})
afterAll(() => app.close())

describe('a refused request gets a problem', () => {
  test.each(refused.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, scenario) => {
    const answer = await app.request(scenario.method, scenario.path, scenario.request)
    expect(answer.json).toMatchObject({
      type: `urn:pictable:problem:${scenario.code}`,
      title: expect.stringMatching(/./),
      status: scenario.status,
      code: scenario.code,
      detail: expect.stringMatching(/./),
      request_id: answer.headers.get('x-request-id'),
      errors: expect.any(Array),
    })
    expect(answer.status).toBe(scenario.status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    if (scenario.says) expect(answer.text).toMatch(scenario.says)
    for (const [name, value] of Object.entries(scenario.headers ?? {})) expect(answer.headers.get(name)).toBe(value)
  })

  test('none of it was an error of ours', () => expect(app.errors).toEqual([]))
})

describe('what is wrong', () => {
  test('is named all at once', async () => {
    const body = {
      title: '',
      connection_id: 7,
      table: 'Products',
      template_id: 'tpl_1',
      colour: 'red',
      output: { quality: 200 },
    }
    const answer = await app.request('POST', '/v1/actions', { body })
    expect(answer.json).toMatchObject({
      errors: expect.arrayContaining([
        { pointer: '/title', detail: 'must have at least 1 characters' },
        { pointer: '/connection_id', detail: 'must be a text' },
        { pointer: '/base_id', detail: 'is missing' },
        { pointer: '/colour', detail: 'is not a known key' },
        { pointer: '/output/quality', detail: 'must be at most 100' },
      ]),
    })
  })

  test('in one of several forms is named inside the nearest', async () => {
    const mapping = { title: { field: 7 } }
    const body = { title: 'a', connection_id: 'c', base_id: '', table: 't', template_id: 't', mapping }
    const answer = await app.request('POST', '/v1/actions', { body })
    expect(answer.json).toMatchObject({ errors: [{ pointer: '/mapping/title/field', detail: 'must be a text' }] })
  })

  test('in the table is told with what there is', async () => {
    const { connectionId, templateId } = seeded
    const body = {
      title: 'a',
      connection_id: connectionId,
      base_id: 'built-in',
      table: 'Prodcts',
      template_id: templateId,
    }
    const answer = await app.request('POST', '/v1/actions', { body })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '/table' }] } })
    expect(answer.text).toContain('Products')
  })

  test('in a design is pointed at', async () => {
    const design = { schema: 1, width: 100, height: 100, layers: [{ type: 'text', name: 't', fontSize: -1 }] }
    const answer = await app.request('POST', '/v1/templates', { body: { design } })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('/design/layers/0/fontSize')
  })
})

describe('methods', () => {
  test('OPTIONS tells what an address takes', async () => {
    const answer = await app.request('OPTIONS', '/v1/runs/run_1', { key: null })
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })

  test('OPTIONS of nothing is 404', async () => {
    expect((await app.request('OPTIONS', '/v1/nothing', { key: null })).status).toBe(404)
  })
})

/** Sends bytes that no client library would send, piece by piece. */
function raw(...pieces: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', async () => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1')
        await new Promise((sent) => setTimeout(sent, 100))
      }
      socket.end()
    })
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
}

describe('bytes that are no HTTP', () => {
  test.each([
    ['nonsense', 'nonsense\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['a header of 100 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    [
      'a header of 17 KB',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 [\s\S]*larger than 16 KB/,
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    ['no host', 'GET /livez HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
  ])('%s', async (_, text, answer) => {
    expect(await raw(text)).toMatch(answer)
    expect((await app.request('GET', '/livez', { key: null })).status).toBe(200)
  })

  test.each([
    ['at once', [`HEAD /\0 HTTP/1.1\r\nHost: x\r\n\r\n`]],
    ['in two pieces', [`HEAD / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(10_000)}`, `${'a'.repeat(10_000)}\r\n\r\n`]],
    [
      'behind a body that nobody has waited for',
      ['POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n', 'bodyHEAD /\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ],
  ])('HEAD gets an answer without a body, when it comes %s', async (_, pieces) => {
    const answers = await raw(...pieces)
    expect(answers.slice(answers.lastIndexOf('HTTP/1.1 4'))).toMatch(
      /^HTTP\/1\.1 4(00|31) [\s\S]*connection: close\r\n\r\n$/,
    )
  })
})
