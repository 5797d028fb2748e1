import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type SignedApp, startSignedApp } from '#test/scenarios/signed-kit.ts'

let app: SignedApp

beforeAll(async () => {
  app = await startSignedApp()
})
afterAll(() => app.close())

const withSecret = z.looseObject({ id: z.string(), secret: z.string() })

describe('a URL key', () => {
  test('shows its secret once, and where it is afterwards', async () => {
    const body = { name: ' Blog ', template_ids: [app.templateId], renders_per_day: 5 }
    const made = await app.request('POST', '/v1/url-keys', { body })
    expect(made.status).toBe(201)
    const { secret, ...rest } = withSecret.parse(made.json)
    expect(secret).toMatch(/^uksec_[\w-]{43}$/)
    expect(rest).toMatchObject({ name: 'Blog', allow_permanent: false, renders_per_minute: 120, renders_per_day: 5 })
    expect(made.headers.get('location')).toBe(`/v1/url-keys/${rest.id}`)
    const got = await app.request('GET', `/v1/url-keys/${rest.id}`)
    expect(got.json).toEqual(rest)
    const list = await app.request('GET', '/v1/url-keys?limit=1')
    expect(list.json).toMatchObject({ results: [rest] })
    const stored = await app.world.data.urlKeys.get(rest.id)
    expect(stored?.sealedSecret).toMatch(/^v1\./)
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  test('tells when it was last used, and when it was revoked', async () => {
    const path = `/v1/url-keys/${app.key.id}`
    expect((await app.request('GET', path)).json).toMatchObject({ last_used_at: null, revoked_at: null })
    await app.raw(app.good().replace('Hello', 'Hullo'))
    expect((await app.request('GET', path)).json).toMatchObject({ last_used_at: null })
    await app.raw(app.good())
    expect((await app.request('GET', path)).json).toMatchObject({ last_used_at: expect.any(String) })
    expect((await app.request('DELETE', path)).status).toBe(204)
    expect((await app.request('DELETE', path)).status).toBe(404)
    expect((await app.request('GET', path)).json).toMatchObject({ revoked_at: expect.any(String) })
  })

  test.each([
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'x', template_ids: [] }, '/template_ids'],
    [{ name: 'x', template_ids: ['tpl_none'] }, '/template_ids/0'],
    [{ name: 'x', renders_per_minute: 0 }, '/renders_per_minute'],
    [{ name: 'x', renders_per_day: 1.5 }, '/renders_per_day'],
    [{ name: 'x', allow_permanent: 'yes' }, '/allow_permanent'],
    [{ name: 'x', secret: 'mine' }, '/secret'],
  ])('is not made of %j', async (body, pointer) => {
    const answer = await app.request('POST', '/v1/url-keys', { body })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer }] } })
  })

  test('is made and seen by admins only', async () => {
    const body = { name: 'writer', scopes: ['write'] }
    const { secret: key } = withSecret.parse((await app.request('POST', '/v1/api-keys', { body })).json)
    expect((await app.request('POST', '/v1/url-keys', { body: { name: 'x' }, key })).status).toBe(403)
    expect((await app.request('GET', '/v1/url-keys', { key })).status).toBe(403)
    // What it signs is no API key.
    expect((await app.request('GET', '/v1/url-keys', { key: app.otherKey.secret })).status).toBe(401)
  })
})
