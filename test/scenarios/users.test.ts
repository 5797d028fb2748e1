import { once } from 'node:events'
import { request } from 'node:http'
import { endpoints } from '@pictable/client'
import { createLink } from '@pictable/server/core/access/login-link.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type Browser,
  linkIn,
  type PeopleApp,
  password,
  startPeopleApp,
  tokenOf,
  withId,
} from '#test/scenarios/people-kit.ts'

let app: PeopleApp
let owner: Browser

beforeAll(async () => {
  app = await startPeopleApp()
})
afterAll(() => app.close())

describe('the first set-up', () => {
  test('takes a printed link once, and then no other', async () => {
    const visitor = app.browser()
    expect((await visitor.request('GET', '/v1/setup')).json).toEqual({ needed: true })
    const [token, other] = [await createLink(app.world, null), await createLink(app.world, null)].map(({ url }) =>
      tokenOf(url),
    )
    const draft = { token, email: 'Olga@Example.com', name: 'Olga', password }
    const looked = await visitor.request('POST', '/v1/links/look', { token })
    expect(looked.json).toMatchObject({ purpose: 'setup', email: null, role: 'owner' })
    expect((await visitor.request('POST', '/v1/setup', { ...draft, token: 'guessed' })).status).toBe(403)
    expect((await visitor.request('POST', '/v1/setup', { ...draft, password: 'olga@example.com' })).status).toBe(400)

    owner = app.browser()
    const made = await owner.request('POST', '/v1/setup', draft)
    expect(made).toMatchObject({
      status: 201,
      json: { kind: 'user', email: 'Olga@Example.com', role: 'owner', scopes: ['admin'] },
    })
    for (const used of [token, other])
      expect((await visitor.request('POST', '/v1/setup', { ...draft, token: used })).status).toBe(403)
    expect((await visitor.request('GET', '/v1/setup')).json).toEqual({ needed: false })
    expect((await owner.request('GET', '/v1/me')).json).toEqual(made.json)
  })

  test('that two people do at once succeeds for one of them', async () => {
    const fresh = await startPeopleApp()
    try {
      const token = tokenOf((await createLink(fresh.world, null)).url)
      const answers = await Promise.all(
        ['a@example.com', 'b@example.com'].map((email) =>
          fresh.browser().request('POST', '/v1/setup', { token, email, name: 'X', password }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
    } finally {
      await fresh.close()
    }
  })
})

describe('an invitation', () => {
  test('lets somebody in once, under the role that the owner chose', async () => {
    const draft = { email: 'eve@example.com', name: 'Eve', role: 'editor' }
    const invited = linkIn(await owner.request('POST', '/v1/users', draft))
    expect(invited).toMatchObject({ state: 'invited', link: expect.stringMatching(/\/password\?token=[\w-]{43}$/) })
    expect((await owner.request('POST', '/v1/users', { ...draft, email: 'EVE@example.com' })).status).toBe(409)
    const eve = app.browser()
    const token = tokenOf(invited.link)
    const looked = await eve.request('POST', '/v1/links/look', { token })
    expect(looked.json).toMatchObject({ purpose: 'invitation', email: 'eve@example.com', name: 'Eve', role: 'editor' })
    expect((await eve.request('POST', '/v1/links/redeem', { token, password, name: 'Eva' })).status).toBe(201)
    expect((await eve.request('POST', '/v1/links/redeem', { token, password })).status).toBe(403)
    expect((await eve.request('GET', '/v1/me')).json).toMatchObject({ name: 'Eva', role: 'editor', scopes: ['write'] })
    const shown = await owner.request('GET', `/v1/users/${invited.id}`)
    expect(shown.json).toMatchObject({ state: 'active', last_seen_at: expect.any(String) })
    expect(shown.text).not.toContain(token)
  })

  test('is no longer good when it is too old, or a new link was made', async () => {
    const draft = { email: 'late@example.com', name: 'Late', role: 'viewer' }
    const first = linkIn(await owner.request('POST', '/v1/users', draft))
    const second = linkIn(await owner.request('POST', `/v1/users/${first.id}/link`))
    const look = async (link: string) =>
      (await app.browser().request('POST', '/v1/links/look', { token: tokenOf(link) })).status
    expect([await look(first.link), await look(second.link)]).toEqual([403, 200])
    app.advance(7 * 24 * 3_600_000 + 1000)
    expect(await look(second.link)).toBe(403)
    owner = await logIn('olga@example.com')
  })
})

async function logIn(email: string): Promise<Browser> {
  const one = app.browser()
  expect((await one.request('POST', '/v1/session', { email, password })).status).toBe(201)
  return one
}

describe('roles', () => {
  const scopes = ['read', 'trigger', 'write', 'admin']
  const pathOf = (path: string) =>
    path
      .replace(/:row_id|:id/g, 'x_1')
      .replace(':version', '1')
      .replace(':file', 'x')

  test.each([
    ['viewer', ['read']],
    ['editor', ['read', 'trigger', 'write']],
    ['owner', scopes],
  ] as const)('%s reaches what needs %j, and nothing else', async (role, may: readonly string[]) => {
    const one = await app.join(owner, role)
    const ending = endpoints.filter(
      ({ name, scope }) => scope !== null && name !== 'events-stream' && name !== 'session-delete',
    )
    for (const { name, method, path, scope } of ending) {
      const { status } = await one.request(method, pathOf(path))
      expect([role, name, status === 403]).toEqual([role, name, !may.includes(scope ?? '')])
    }
  })

  test('tell in words who may do it', async () => {
    const viewer = await app.join(owner, 'viewer')
    const refused = await viewer.request('POST', '/v1/templates', {})
    expect(refused.json).toMatchObject({
      type: 'urn:pictable:problem:forbidden',
      title: 'You do not have permission to do this',
      code: 'forbidden',
      detail: 'This needs the role "editor"; yours is "viewer". An owner can change it.',
    })
  })

  test('change at once', async () => {
    const one = await app.join(owner, 'viewer')
    expect((await one.request('GET', '/v1/users')).status).toBe(403)
    expect((await owner.request('PATCH', `/v1/users/${one.id}`, { role: 'owner' })).status).toBe(200)
    expect((await one.request('GET', '/v1/users')).status).toBe(200)
    expect((await owner.request('PATCH', `/v1/users/${one.id}`, { role: 'viewer' })).status).toBe(200)
    expect((await one.request('GET', '/v1/users')).status).toBe(403)
  })

  test('leave one owner, whatever is tried', async () => {
    const fresh = await startPeopleApp()
    try {
      const first = await fresh.setUp('first@example.com')
      const { id } = withId.parse((await first.request('GET', '/v1/me')).json)
      await first.request('POST', '/v1/users', { email: 'new@example.com', name: 'Invited', role: 'owner' })
      expect((await first.request('DELETE', `/v1/users/${id}`)).json).toMatchObject({ code: 'conflict' })
      expect((await first.request('PATCH', `/v1/users/${id}`, { role: 'editor' })).status).toBe(409)
      expect((await first.request('PATCH', `/v1/users/${id}`, { active: false })).status).toBe(409)
      const second = await fresh.join(first, 'owner')
      const both = await Promise.all([
        first.request('DELETE', `/v1/users/${second.id}`),
        second.request('DELETE', `/v1/users/${id}`),
      ])
      const owners = await fresh.world.data.users.lockOwners()
      expect([owners.length, both.filter(({ status }) => status === 204).length]).toEqual([1, 1])
    } finally {
      await fresh.close()
    }
  })
})

describe('users', () => {
  test('who are removed are out at once', async () => {
    const one = await app.join(owner, 'editor')
    expect((await one.request('GET', '/v1/me')).status).toBe(200)
    expect((await owner.request('DELETE', `/v1/users/${one.id}`)).status).toBe(204)
    expect((await one.request('GET', '/v1/me')).json).toMatchObject({ code: 'unauthorized' })
    expect((await one.request('POST', '/v1/session', { email: one.email, password })).status).toBe(401)
  })

  test('who are deactivated are out at once, and in again once they are activated', async () => {
    const one = await app.join(owner, 'editor')
    const logInAgain = () => app.browser().request('POST', '/v1/session', { email: one.email, password })
    const change = (active: boolean) => owner.request('PATCH', `/v1/users/${one.id}`, { active })
    const reset = linkIn(await owner.request('POST', `/v1/users/${one.id}/link`))
    expect(await change(false)).toMatchObject({ status: 200, json: { state: 'deactivated' } })
    expect((await one.request('GET', '/v1/me')).json).toMatchObject({ code: 'unauthorized' })
    expect((await logInAgain()).json).toMatchObject({ status: 401, detail: expect.stringContaining('deactivated') })
    expect(
      (await app.browser().request('POST', '/v1/session', { email: one.email, password: 'x' })).json,
    ).toMatchObject({
      detail: 'The email address or the password is wrong.',
    })
    const redeemed = await app.browser().request('POST', '/v1/links/redeem', { token: tokenOf(reset.link), password })
    expect(redeemed.status).toBe(403)
    expect((await owner.request('POST', `/v1/users/${one.id}/link`)).status).toBe(409)
    expect((await change(true)).json).toMatchObject({ state: 'active' })
    expect((await one.request('GET', '/v1/me')).status).toBe(401)
    expect((await logInAgain()).status).toBe(201)
  })

  test('are guarded against a lost update', async () => {
    const one = await app.join(owner, 'viewer')
    const etag = (await owner.request('GET', `/v1/users/${one.id}`)).headers.get('etag') ?? ''
    const rename = () => owner.request('PATCH', `/v1/users/${one.id}`, { name: 'New' }, { 'if-match': etag })
    expect([(await rename()).status, (await rename()).status]).toEqual([200, 412])
  })

  test.each(['', 'x', 'x@', '@x', 'a b@c', 'a@b@c', `${'x'.repeat(200)}@y.example`, '<a@b.example>', 'a\n@b'])(
    'with the e-mail address %j are refused',
    async (email) => {
      const body = { email, name: 'X', role: 'viewer' }
      expect((await owner.request('POST', '/v1/users', body)).json).toMatchObject({ code: 'invalid_request' })
    },
  )

  test('keep names as they are, whatever they hold', async () => {
    const name = `<script>alert(1)</script> ' " \u202e \u{1F600} ${'é'.repeat(50)}`
    const body = { email: 'hostile@example.com', name, role: 'viewer' }
    expect((await owner.request('POST', '/v1/users', body)).json).toMatchObject({ name })
  })
})

describe('the audit log', () => {
  const entries = z.looseObject({
    results: z.array(z.looseObject({ operation: z.string(), resource_id: z.string().nullable() })),
  })

  test('tells who changed what, from where, and nothing of what was sent', async () => {
    const editor = await app.join(owner, 'editor')
    const made = await editor.request('POST', '/v1/tables', { name: 'Audited', fields: [{ name: 'A', kind: 'text' }] })
    const { id } = withId.parse(made.json)
    await editor.request('GET', `/v1/tables/${id}`)
    await editor.request('PATCH', `/v1/tables/${id}`, { nonsense: true })
    await app.request('DELETE', `/v1/tables/${id}`)
    const listed = await owner.request('GET', `/v1/audit-log?resource_id=${id}`)
    expect(listed.json).toMatchObject({
      results: [
        { operation: 'tables-delete', caller: { kind: 'operator' } },
        {
          operation: 'tables-create',
          collection: 'tables',
          resource_id: id,
          caller: { kind: 'user', id: editor.id, name: 'A editor' },
          address: editor.address,
        },
      ],
      next: null,
    })
    const own = entries.parse((await owner.request('GET', `/v1/audit-log?caller_id=${editor.id}`)).json)
    expect(own.results.map(({ operation }) => operation)).toEqual(['tables-create', 'links-redeem'])
    expect((await owner.request('GET', '/v1/audit-log?limit=100')).text).not.toContain(password)
  })

  test('has a repeated request once', async () => {
    const body = { email: 'once@example.com', name: 'Once', role: 'viewer' }
    const headers = { 'idempotency-key': 'once' }
    const [first, second] = [
      await owner.request('POST', '/v1/users', body, headers),
      await owner.request('POST', '/v1/users', body, headers),
    ]
    expect(second.text).toBe(first.text)
    const { id } = withId.parse(first.json)
    const listed = entries.parse((await owner.request('GET', `/v1/audit-log?resource_id=${id}`)).json)
    expect(listed.results).toHaveLength(1)
  })
})

describe('the request log and the settings', () => {
  test('show the last calls, without what they carry', async () => {
    await app.request('GET', '/v1/runs?limit=7')
    await owner.request('GET', '/v1/images?limit=7')
    for (const path of ['/v1/hooks/', '/v1/%68oo%6Bs/', '/v1%2Fhooks%2f']) {
      await app.request('POST', `${path}the-secret-of-a-hook`, { key: null })
      await app.request('POST', `${path}the-secret-of-a-hook%`, { key: null })
    }
    // As a proxy is sent it; `fetch` sends no such target.
    const absolute = { port: new URL(app.url).port, path: `${app.url}/v1/hooks/the-secret-of-a-hook`, method: 'POST' }
    const [answer] = await once(request(absolute).end(), 'response')
    expect(answer.resume().statusCode).toBe(404)
    const listed = await owner.request('GET', '/v1/request-log')
    expect(listed.json).toMatchObject({
      results: expect.arrayContaining([
        expect.objectContaining({ method: 'GET', path: '/v1/runs', status: 200, address: '127.0.0.1' }),
        expect.objectContaining({ method: 'POST', path: '/v1/hooks/:token', caller: null }),
      ]),
    })
    expect(listed.text, 'no request of the dashboard').not.toContain('/v1/images')
    expect(listed.text).not.toContain('the-secret-of-a-hook')
    expect(JSON.stringify(app.logged)).not.toContain('the-secret-of-a-hook')
  })

  test('tell how the installation is set up; its name and its colours may be changed', async () => {
    expect((await owner.request('GET', '/v1/settings')).json).toMatchObject({
      name: 'Pictable',
      brand_colors: [],
      version: '1.2.3',
      public_url: 'https://pictable.example',
      limits: { password_length: { min: 10, max: 200 } },
    })
    expect((await owner.request('PATCH', '/v1/settings', { name: ' Ours ' })).json).toMatchObject({ name: 'Ours' })
    expect((await owner.request('PATCH', '/v1/settings', { version: '2' })).status).toBe(400)
    const colors = { brand_colors: ['#0f766e', '#11223380'] }
    expect((await owner.request('PATCH', '/v1/settings', colors)).json).toMatchObject({ name: 'Ours', ...colors })
    expect((await owner.request('GET', '/v1/settings')).json).toMatchObject({ name: 'Ours', ...colors })
    for (const wrong of ['teal', '#FFF', '0f766e'])
      expect((await owner.request('PATCH', '/v1/settings', { brand_colors: [wrong] })).status).toBe(400)
  })
})
