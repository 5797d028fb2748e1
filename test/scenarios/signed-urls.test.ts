import { signImageUrl } from '@pictable/client'
import { clearSignedFiles } from '@pictable/server/core/image/signed/clear-signed-files.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type SignedApp, signedDesign, startSignedApp } from '#test/scenarios/signed-kit.ts'

let app: SignedApp
/** How many images were rendered since it was last set to nought. */
let renders = 0
/** Time stands still, unless a test lets it pass. */
let nowMs = Date.parse('2030-01-01T00:00:00.500Z')

beforeAll(async () => {
  app = await startSignedApp()
  const { renderer } = app.world
  app.world.clock = { now: () => new Date(nowMs) }
  app.world.renderer = {
    ...renderer,
    async render(job, signal) {
      renders += 1
      const { files, report } = await renderer.render(job, signal)
      const { version, output } = job
      const made = `v${version.version} ${JSON.stringify(output)} `
      return {
        files: files.map((file) => ({ ...file, bytes: Buffer.concat([Buffer.from(made), file.bytes]) })),
        report,
      }
    },
  }
})
afterAll(() => app.close())
afterEach(() => {
  renders = 0
  app.rendering.open()
})

const hourMs = 3_600_000
const versions = z.looseObject({ results: z.array(z.looseObject({ version: z.int() })) })
const dayMs = 24 * hourMs
const address = (rest: string, { id, secret } = app.key) =>
  app.sign(`/i/${app.templateId}.png?${rest}${rest === '' ? '' : '&'}kid=${id}`, secret)
const publish = (body: unknown = {}) => app.request('POST', `/v1/templates/${app.templateId}/publish`, { body })

describe('a signed address', () => {
  test.each([
    ['png', 'image/png', 'png'],
    ['jpg', 'image/jpeg', 'jpeg'],
    ['jpeg', 'image/jpeg', 'jpeg'],
    ['webp', 'image/webp', 'webp'],
    ['avif', 'image/avif', 'avif'],
    ['pdf', 'application/pdf', 'pdf'],
  ])('ending in .%s gives %s', async (extension, type, format) => {
    const answer = await app.raw(
      app.sign(`/i/${app.templateId}.${extension}?title=a&exp=${app.inAnHour()}&kid=${app.key.id}`),
    )
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(answer.body).toBe(`v1 {"formats":["${format}"]} ${format} of {"title":"a"}`)
  })

  test.each([
    ['title=Gr%C3%B6%C3%9Fe+%F0%9F%90%8E%0A%26%3D%2B%25', { title: 'Größe 🐎\n&=+%' }],
    ['title=a=b', { title: 'a=b' }],
    ['title=', { title: '' }],
    ['.title=a', { title: 'a' }],
    ['.width=7&width=600', { width: '7' }],
    ['photo=asset%3Aast_1', { photo: 'asset:ast_1' }],
    ['photo=https://example.com/a.png?x=1', { photo: 'https://example.com/a.png?x=1' }],
    ['photo=', { photo: '' }],
  ])('with %s fills in %j', async (rest, values) => {
    const { status, body } = await app.raw(app.good(rest))
    expect([status, JSON.parse(body.slice(body.indexOf(' of ') + 4))]).toEqual([200, values])
  })

  test.each([
    ['width=600', '"scale":0.5'],
    ['scale=2', '"scale":2'],
    ['scale=0.25&quality=80', '"quality":80,"scale":0.25'],
  ])('with %s is made with %s', async (rest, output) => {
    expect((await app.raw(app.good(rest))).body).toContain(`v1 {"formats":["png"],${output}}`)
  })

  test.each([
    ['nope=1', 'no binding named \\"nope\\"'],
    ['Title=1', 'no binding named'],
    ['modifications=[]', 'no binding named'],
    ['__proto__=1', 'no binding named'],
    ['=1', 'no binding named'],
    ['title=a&title=b', 'occurs twice'],
    ['title=a&.title=b', 'occurs twice'],
    ['width=600&width=700', 'width occurs twice'],
    ['sig=a', 'sig occurs twice'],
    ['kid=a', 'kid occurs twice'],
    ['title', 'name=value'],
    ['title=a&&width=600', 'name=value'],
    ['title=%zz', 'percent-encoded'],
    ['title=%E9', 'percent-encoded'],
    ['title=%C1%81', 'percent-encoded'],
    ['title=%00', 'U+0000'],
    ['v=0', 'v must be'],
    ['v=-1', 'v must be'],
    ['v=01', 'v must be'],
    ['v=1e3', 'v must be'],
    ['v=', 'v must be'],
    ['width=0', 'width must be'],
    ['width=99999', 'width must be'],
    ['width=119', 'width must be'],
    ['width=600.5', 'width must be'],
    ['scale=0.05', 'scale must be'],
    ['scale=9', 'scale must be'],
    ['scale=NaN', 'scale must be'],
    ['scale=8', '25 million pixels'],
    ['width=9000', '25 million pixels'],
    ['width=600&scale=1', 'not both'],
    ['quality=0', 'quality must be'],
    ['quality=101', 'quality must be'],
    ['photo=http://example.com/a.png', 'https://'],
    ['photo=file:///etc/passwd', 'https://'],
    ['photo=data:image/png;base64,AAAA', 'https://'],
    ['photo=//example.com/a.png', 'https://'],
    ['photo=+https://example.com/a.png', 'https://'],
  ])('with %s is refused: %s', async (rest, words) => {
    const answer = await app.raw(app.good(rest))
    expect([answer.status, answer.code]).toEqual([400, 'invalid_request'])
    expect(answer.body).toContain(words)
    expect(renders).toBe(0)
  })

  test.each(['0', '', '-1', '1e9', '01', ' 1', '9'.repeat(13)])('with exp=%j is refused', async (exp) => {
    expect(await app.raw(address(`exp=${encodeURIComponent(exp)}`))).toMatchObject({ status: 400 })
  })

  test('that has expired, or says not when, is refused', async () => {
    const now = Math.floor(nowMs / 1000)
    expect(await app.raw(address(`exp=${now - 1}`))).toMatchObject({ status: 410, code: 'address_expired' })
    expect(await app.raw(address('title=a'))).toMatchObject({ status: 403, code: 'signature_invalid' })
    const permanent = await app.makeKey({ allow_permanent: true })
    expect(await app.raw(address('title=a', permanent))).toMatchObject({ status: 200 })
    expect(await app.raw(address('', permanent))).toMatchObject({ status: 200 })
    expect(await app.raw(address(`exp=${now - 1}`, permanent))).toMatchObject({ status: 410 })
  })

  test('knows no other formats, templates and versions', async () => {
    const end = `exp=${app.inAnHour()}&kid=${app.key.id}`
    expect(await app.raw(app.sign(`/i/${app.templateId}.gif?${end}`))).toMatchObject({ status: 404 })
    expect(await app.raw(app.sign(`/i/tpl_none.png?${end}`))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await app.raw(app.good('v=99'))).toMatchObject({ status: 404, code: 'not_found' })
    const draft = await app.makeTemplate(false)
    const answer = await app.raw(app.sign(`/i/${draft}.png?${end}`))
    expect([answer.status, answer.body]).toEqual([404, expect.stringContaining('no published version')])
    expect(await app.raw(app.sign(`/i/${draft}.png?v=1&${end}`))).toMatchObject({ status: 200 })
  })

  test('by a key for other templates is refused', async () => {
    const key = await app.makeKey({ template_ids: [app.otherTemplateId] })
    expect(await app.raw(address(`exp=${app.inAnHour()}`, key))).toMatchObject({
      status: 403,
      code: 'signature_invalid',
    })
    const own = `/i/${app.otherTemplateId}.png?exp=${app.inAnHour()}&kid=${key.id}`
    expect(await app.raw(app.sign(own, key.secret))).toMatchObject({ status: 200 })
  })

  test('stops at once when its key is revoked, or its template deleted', async () => {
    const key = await app.makeKey()
    const target = address(`title=revoked&exp=${app.inAnHour()}`, key)
    expect((await app.raw(target)).status).toBe(200)
    expect((await app.request('DELETE', `/v1/url-keys/${key.id}`)).status).toBe(204)
    expect(await app.raw(target)).toMatchObject({ status: 403, code: 'signature_invalid' })
    const templateId = await app.makeTemplate()
    const other = app.sign(`/i/${templateId}.png?exp=${app.inAnHour()}&kid=${app.key.id}`)
    expect((await app.raw(other)).status).toBe(200)
    expect((await app.request('DELETE', `/v1/templates/${templateId}`)).status).toBe(204)
    expect((await app.raw(other)).status).toBe(404)
  })

  test('made by signImageUrl() is good, whatever the values', async () => {
    const values = { title: `it's "ü" <b>&amp;+%20 ~!*()\u{1f40e}`, width: 5, photo: 'https://example.com/?a=b&c=d' }
    const url = await signImageUrl({
      baseUrl: `${app.url}/`,
      keyId: app.key.id,
      secret: app.key.secret,
      templateId: app.templateId,
      format: 'webp',
      values,
      version: 1,
      width: 600,
      quality: 70,
      expiresAt: new Date(nowMs + hourMs),
    })
    expect(new URL(url).href).toBe(url)
    const response = await fetch(url)
    const body = await response.text()
    expect(response.status).toBe(200)
    expect(JSON.parse(body.slice(body.indexOf(' of ') + 4))).toEqual({ ...values, width: '5' })
  })
})

describe('an answer', () => {
  test('may be kept as long as nothing can change, and not beyond exp', async () => {
    const maxAge = async (target: string) =>
      Number(/^public, max-age=(\d+)$/.exec((await app.raw(target)).headers.get('cache-control') ?? '')?.[1])
    const inSeconds = (seconds: number) => Math.floor(nowMs / 1000) + seconds
    expect(await maxAge(app.good('title=kept'))).toBe(300)
    expect(await maxAge(address(`v=1&exp=${inSeconds(10 * 86_400)}`))).toBe(86_400)
    expect(await maxAge(address(`v=1&exp=${inSeconds(250)}`))).toBe(249)
  })

  test('is guarded, may be shown by other sites, and is known by its ETag', async () => {
    const target = app.good('title=etag')
    const { headers, body } = await app.raw(target)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const etag = headers.get('etag') ?? ''
    const known = await app.raw(target, { headers: { 'if-none-match': etag } })
    expect([known.status, known.body, known.headers.get('etag')]).toEqual([304, '', etag])
    const head = await app.raw(target, { method: 'HEAD' })
    expect([head.status, head.body, head.headers.get('content-length')]).toEqual([200, '', String(body.length)])
    expect(await app.raw(target, { method: 'POST' })).toMatchObject({ status: 405 })
    expect(renders).toBe(1)
  })

  test('keeps the version that it pins, also one that was never published', async () => {
    const id = await app.makeTemplate(false)
    const path = `/v1/templates/${id}`
    const save = (width: number) => app.request('PATCH', path, { body: { design: { ...signedDesign, width } } })
    await save(1201)
    const pinned = app.sign(`/i/${id}.png?title=a&v=1&exp=${app.inAnHour()}&kid=${app.key.id}`)
    expect((await app.raw(pinned)).status).toBe(200)
    for (let width = 1202; width <= 1252; width++) expect((await save(width)).status).toBe(200)
    const { results } = versions.parse((await app.request('GET', `${path}/versions?limit=100`)).json)
    expect(results.map(({ version }) => version).slice(-2)).toEqual([4, 1])
    expect((await app.raw(pinned)).status).toBe(200)
  })

  test('shows what is published, unless a version is pinned', async () => {
    const [now, pinned] = [app.good('title=versions'), app.good('title=versions&v=1')]
    expect((await app.raw(now)).body).toMatch(/^v1 /)
    const body = { design: { ...signedDesign, background: '#ff0000' } }
    const saved = await app.request('PATCH', `/v1/templates/${app.templateId}`, { body })
    expect(saved.status).toBe(200)
    expect((await app.raw(now)).body).toMatch(/^v1 /)
    await publish()
    expect((await app.raw(now)).body).toMatch(/^v2 /)
    expect((await app.raw(pinned)).body).toMatch(/^v1 /)
    expect(renders).toBe(2)
    await publish({ version: 1 })
  })
})

describe('rendering', () => {
  test('happens once for 100 who ask at the same time, and not again afterwards', async () => {
    app.rendering.close()
    const target = app.good('title=once')
    const asked = Array.from({ length: 100 }, () => app.raw(target))
    await expect.poll(() => renders).toBe(1)
    app.rendering.open()
    const answers = await Promise.all(asked)
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect((await app.raw(target)).status).toBe(200)
    // Other ways to write the same values are the same image.
    expect((await app.raw(app.good('.title=once'))).body).toBe(answers[0]?.body)
    expect(renders).toBe(1)
  })

  test('is capped by the key; what is there already is free', async () => {
    const key = await app.makeKey({ renders_per_minute: 3 })
    const ask = (title: string) => app.raw(address(`title=cap${title}&exp=${app.inAnHour()}`, key))
    for (const title of ['1', '2', '3', '1', '2']) expect((await ask(title)).status).toBe(200)
    const refused = await ask('4')
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask('3')).status).toBe(200)
    expect(renders).toBe(3)
    nowMs += 21_000
    expect((await ask('4')).status).toBe(200)
    expect((await ask('5')).status).toBe(429)
  })

  test('is capped by the day too', async () => {
    const key = await app.makeKey({ renders_per_day: 2 })
    const ask = (title: string) => app.raw(address(`title=day${title}&exp=${app.inAnHour() + 86_400}`, key))
    expect([(await ask('1')).status, (await ask('2')).status]).toEqual([200, 200])
    nowMs += hourMs
    const refused = await ask('3')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
  })

  test('that fails says why, and is tried again after some seconds only', async () => {
    const target = app.good('title=unrenderable')
    for (let time = 0; time < 3; time++) {
      const answer = await app.raw(target)
      expect([answer.status, answer.code]).toEqual([422, 'image_failed'])
      expect(answer.body).toContain('the image is cut off')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(renders).toBe(1)
    nowMs += 11_000
    expect((await app.raw(target)).status).toBe(422)
    expect(renders).toBe(2)
  })

  test('happens again after a week, or when the file was cleared away', async () => {
    const target = () => address(`title=old&exp=${app.inAnHour() + 30 * 86_400}`)
    const ask = async () => expect((await app.raw(target())).status).toBe(200)
    await ask()
    nowMs += 6 * dayMs
    await clearSignedFiles(app.world)
    await ask()
    expect(renders).toBe(1)
    nowMs += 1.1 * dayMs
    await ask()
    expect(renders).toBe(2)
    nowMs += 7.1 * dayMs
    await clearSignedFiles(app.world)
    await ask()
    expect(renders).toBe(3)
    const all = { at: app.world.clock.now(), maxBytes: 0, limit: 10 }
    const [file, ...others] = await app.world.data.signedFiles.old(all)
    expect(others).toEqual([])
    await app.world.storage.delete(`signed/${file?.hash}.png`)
    await ask()
    expect(renders).toBe(4)
  })
})

test('nothing of this was an error of ours', () => {
  expect(app.errors).toEqual([])
})
