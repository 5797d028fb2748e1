import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formsOf } from '#test/scenarios/forms-kit.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let folder: string

const page = '<!doctype html><title>Pictable</title><script type="module" src="/assets/index-1a2b.js"></script>'
const script = `console.log(${JSON.stringify('x'.repeat(500))})`
const docs = {
  'index.html': '<!doctype html><title>Start</title>',
  '404.html': '<!doctype html><title>Page not found</title>',
  'guides/sql.html': `<!doctype html><title>SQL</title>${'<p>x</p>'.repeat(100)}`,
  'assets/site-1a2b.css': 'p { color: red }',
  '.stamp.json': '{}',
}
/** An installation has no other form of its texts. */
const packedOnly = {
  'assets/late-1a2b.js': script,
  'assets/late-1a2b.css': 'p { color: blue }',
  'assets/form-page-1a2b.js': script,
  'assets/form-page-1a2b.css': 'p { color: green }',
  'icons.json': JSON.stringify({ star: 'M0 0'.repeat(99) }),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
}
const visit = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pictable-pages-'))
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
  for (const name of ['assets', 'guides']) mkdirSync(join(folder, 'docs', name), { recursive: true })
  writeFileSync(join(folder, 'outside.js'), 'outside')
  for (const [name, text] of Object.entries(docs)) writeFileSync(join(folder, 'docs', name), text)
  writeFileSync(join(folder, 'docs', 'guides', 'sql.html.br'), brotliCompressSync(docs['guides/sql.html']))
  writeFileSync(join(folder, 'dist', 'index.html'), page)
  writeFileSync(join(folder, 'dist', 'assets', 'index-1a2b.js'), script)
  writeFileSync(join(folder, 'dist', 'assets', 'index-1a2b.js.br'), brotliCompressSync(script))
  for (const [name, text] of Object.entries(packedOnly))
    writeFileSync(join(folder, 'dist', `${name}.br`), brotliCompressSync(text))
  app = await startApp(
    {},
    {
      dashboard: { folder: join(folder, 'dist'), imageOrigins: ['https://images.example'] },
      docs: join(folder, 'docs'),
    },
  )
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

describe('a file that is only there packed', () => {
  const cases = Object.entries(packedOnly)

  test.each(cases)('%s is sent as it is to who takes brotli, and unpacked to others', async (name, text) => {
    const answers = await Promise.all(
      ['br', 'gzip, deflate, br', 'br;q=0', 'gzip', ''].map((taken) => get(`/${name}`, { 'accept-encoding': taken })),
    )
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual(answers.map(() => [200, text]))
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'br', null, null, null])
    const [first] = answers
    for (const { headers } of answers) {
      expect(headers.get('content-type')).toBe(first?.headers.get('content-type'))
      expect(headers.get('cache-control')).toBe(first?.headers.get('cache-control'))
      expect(headers.get('vary')).toBe('accept-encoding')
    }
  })

  test.each(cases)('%s is known again by its ETag, and has a HEAD', async (name) => {
    for (const taken of ['br', 'gzip']) {
      const etag = (await get(`/${name}`, { 'accept-encoding': taken })).headers.get('etag') ?? ''
      const again = { 'accept-encoding': taken, 'if-none-match': etag, 'cache-control': 'max-age=0' }
      expect((await get(`/${name}`, again)).status).toBe(304)
      const head = await app.request('HEAD', `/${name}`, { key: null, headers: { 'accept-encoding': taken } })
      expect([head.status, head.text]).toEqual([200, ''])
    }
  })

  test.each(['dist/index.html', 'dist/icons.json.br'])(
    '%s has another ETag in a release of the same size and time',
    async (name) => {
      const [path, url] = [join(folder, name), `/${name.slice(5).replace('.br', '')}`]
      const etags: (string | null)[] = []
      const [before, { mtimeMs }] = [readFileSync(path), statSync(path)]
      for (const last of [1, 2]) {
        writeFileSync(path, Buffer.concat([before, Buffer.from([48 + last])]))
        utimesSync(path, 499_162_500, 499_162_500)
        etags.push(
          (await app.request('HEAD', url, { key: null, headers: { ...visit, 'accept-encoding': '' } })).headers.get(
            'etag',
          ),
        )
      }
      writeFileSync(path, before)
      utimesSync(path, mtimeMs / 1000, mtimeMs / 1000)
      expect(etags[0]).toMatch(/^W/)
      expect(etags[0]).not.toBe(etags[1])
    },
  )

  test('is found by the page of a form', async () => {
    const forms = formsOf(app)
    const made = await forms.makeForm({ template_id: await forms.makeTemplate() })
    const page = await get(made.path, visit)
    expect(page.text).toContain('"/assets/form-page-1a2b.js"')
    expect(page.text).toContain('"/assets/form-page-1a2b.css"')
    // One that only says something has nothing to run.
    const missing = await get('/f/none', visit)
    expect(missing.text).toContain('"/assets/form-page-1a2b.css"')
    expect(missing.text).not.toContain('.js"')
  })

  test('ends the answer when it is damaged', async () => {
    const [path, whole] = [join(folder, 'dist', 'icons.json.br'), brotliCompressSync(packedOnly['icons.json'])]
    writeFileSync(path, whole.subarray(0, 8))
    const answer = await get('/icons.json', { 'accept-encoding': 'gzip' }).catch((error: unknown) => error)
    writeFileSync(path, whole)
    expect(answer).not.toMatchObject({ text: packedOnly['icons.json'] })
    expect((await get('/icons.json', { 'accept-encoding': 'gzip' })).text).toBe(packedOnly['icons.json'])
  })

  test('has no second address', async () => {
    expect((await get('/icons.json.br', { accept: '*/*' })).status).toBe(404)
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

describe('the documentation', () => {
  const titleOf = (text: string) => /<title>(.*)<\/title>/.exec(text)?.[1]

  test.each([
    ['/docs', 'Start'],
    ['/docs/', 'Start'],
    ['/docs?from=menu', 'Start'],
    ['/docs/guides/sql', 'SQL'],
    ['/docs/guides/sql/', 'SQL'],
  ])('%s needs no login, and sends %s to a program as to a person', async (path, title) => {
    for (const headers of [visit, { accept: '*/*' }]) {
      const answer = await get(path, headers)
      expect([answer.status, titleOf(answer.text)]).toEqual([200, title])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test('runs and loads nothing but files of this server', async () => {
    const policy = (await get('/docs', visit)).headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/unsafe|\*|data:|blob:/)
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]),
    )
  })

  test('is sent packed, and kept as long as its names say', async () => {
    const packed = await get('/docs/guides/sql', { ...visit, 'accept-encoding': 'br' })
    expect([packed.headers.get('content-encoding'), titleOf(packed.text)]).toEqual(['br', 'SQL'])
    const etag = packed.headers.get('etag') ?? ''
    const again = { 'accept-encoding': 'br', 'if-none-match': etag, 'cache-control': 'max-age=0' }
    expect((await get('/docs/guides/sql', again)).status).toBe(304)
    const style = await get('/docs/assets/site-1a2b.css')
    expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test.each([
    '/docs/none',
    '/docs/404',
    '/docs/guides',
    '/docs/guides/sql.html',
    '/docs/guides/sql.html.br',
    '/docs/.stamp.json',
    '/docs/assets',
    '/docs/../outside.js',
    '/docs/..%2foutside.js',
    '/docs/%2e%2e/outside.js',
  ])('%s is no page of it: JSON for a program, and for a person a page that says so', async (path) => {
    const answer = await get(path, { accept: '*/*' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    const visited = await get(path, visit)
    expect(visited.text).not.toContain('outside')
    expect(['Page not found', 'Pictable']).toContain(titleOf(visited.text))
    if (titleOf(visited.text) === 'Page not found') expect(visited.status).toBe(404)
  })

  test('takes no other method', async () => {
    expect((await app.request('POST', '/docs', { key: null, headers: visit })).status).toBe(404)
  })
})
