import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let folder: string

const page = '<!doctype html><title>Pictable</title><script type="module" src="/assets/index-1a2b.js"></script>'
const script = `console.log(${JSON.stringify('x'.repeat(500))})`
const visit = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pictable-pages-'))
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'outside.js'), 'outside')
  writeFileSync(join(folder, 'dist', 'index.html'), page)
  writeFileSync(join(folder, 'dist', 'assets', 'index-1a2b.js'), script)
  writeFileSync(join(folder, 'dist', 'assets', 'index-1a2b.js.br'), brotliCompressSync(script))
  app = await startApp({}, { folder: join(folder, 'dist'), imageOrigins: ['https://images.example'] })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => app.request('GET', path, { key: null, headers })

describe('the dashboard', () => {
  test.each(['/', '/runs', '/runs/run_1?tab=records', '/setup?token=abc', '/tables/tbl_1/x.y', '/IMAGES'])(
    'is one page, which stands at %s',
    async (path) => {
      const answer = await get(path, visit)
      expect([answer.status, answer.text]).toEqual([200, page])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
      })
    },
  )

  test('runs nothing that does not come from this server as a file', async () => {
    const policy = (await get('/', visit)).headers.get('content-security-policy') ?? ''
    // WebAssembly sets the texts of designs; it is fetched from this server as well.
    expect(policy.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|\*/)
    const parts = Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/, 2)))
    expect(parts).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self' 'wasm-unsafe-eval'",
      'style-src': "'self'",
      'img-src': "'self' blob: data: https://images.example",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
    })
  })

  test('is known again by its ETag', async () => {
    const etag = (await get('/', visit)).headers.get('etag') ?? ''
    const headers = { ...visit, 'if-none-match': etag, 'cache-control': 'max-age=0' }
    expect((await get('/', headers)).status).toBe(304)
  })

  test('keeps its files for ever, and sends them packed to who can unpack them', async () => {
    const packed = await get('/assets/index-1a2b.js', { 'accept-encoding': 'gzip, br' })
    const plain = await get('/assets/index-1a2b.js', { 'accept-encoding': 'identity' })
    expect([packed.text, plain.text]).toEqual([script, script])
    expect([packed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', null])
    for (const { headers } of [packed, plain])
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': expect.stringContaining('javascript'),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        // Less than a page's, which counts: the editor asks for more than ten files.
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
    const head = await app.request('HEAD', '/assets/index-1a2b.js', { key: null })
    expect([head.status, head.text]).toEqual([200, ''])
  })
})

describe('what is not the dashboard', () => {
  test.each(['/v1/nothing', '/v1', '/images/img_1/x.png', '/images', '/i/x/y', '/livez/x', '/readyz/'])(
    '%s is not found: JSON for a program, and for a person the page that says so',
    async (path) => {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ])
      const etag = (await get('/', visit)).headers.get('etag') ?? ''
      const visited = await get(path, { ...visit, 'if-none-match': etag })
      expect([visited.status, visited.text]).toEqual([404, page])
      expect(visited.headers.get('content-security-policy')).toContain("script-src 'self'")
    },
  )

  test('the API says in JSON what it lacks, also to a person', async () => {
    const answer = await app.request('GET', '/v1/runs/run_nope', { headers: visit })
    expect([answer.status, answer.json]).toMatchObject([404, { code: 'not_found' }])
  })

  test.each([
    '/assets/gone-0000.js',
    '/../outside.js',
    '/..%2foutside.js',
    '/assets/../../outside.js',
    '/assets/%2e%2e/%2e%2e/outside.js',
    '/assets\\..\\..\\outside.js',
    '/assets/index-1a2b.js%00',
    '/assets/index-1a2b.js.br',
    '/assets',
  ])('%s is no file of it', async (path) => {
    const answer = await get(path, { accept: '*/*' })
    expect([answer.status, answer.text.includes('outside')]).toEqual([404, false])
  })

  test('a wrong method is told apart', async () => {
    expect((await app.request('POST', '/', { key: null, headers: visit })).status).toBe(404)
    expect((await app.request('PUT', '/v1/runs', { key: null, headers: visit })).status).toBe(405)
    expect((await get('/v1/tables/import/x/y', visit)).status).toBe(404)
    expect(await get('/v1/actions/act_1/preview', visit)).toMatchObject({
      status: 405,
      json: { code: 'method_not_allowed' },
    })
  })
})
