import { type Endpoint, endpoints, isRaw } from '@pictable/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type PeopleApp, startPeopleApp } from '#test/scenarios/people-kit.ts'
import { type Seed, seed, untilEnded } from '#test/scenarios/seed.ts'

/** Every endpoint that wants somebody, and everybody it must refuse: made of the contract, so that none can be forgotten. */
const guarded = endpoints.filter(({ scope }) => scope !== null)
// A stream that lets somebody in does not end; events.test.ts holds what it tells to whom.
const ending = guarded.filter(({ name }) => name !== 'events-stream')
const scopes = ['read', 'trigger', 'write', 'admin']

const withId = z.looseObject({ id: z.string() })
const withSecret = z.looseObject({ id: z.string(), secret: z.string() })
const page = z.looseObject({ results: z.array(withId) })

let app: PeopleApp
let seeded: Seed
let runId: string
let otherActionId: string
/** Of things that are there, by the collection their address names: a door that stands open would let something happen. */
let ids: Record<string, string>

type Headers = Record<string, string>
const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` })
/** A session is taken from our own pages alone. */
const session = (cookie: string): Headers => ({ cookie, 'sec-fetch-site': 'same-origin' })

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await app.request('POST', path, { body })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.json
}

async function keyWith(scope: string, actionIds?: string[]): Promise<{ id: string; secret: string }> {
  const body = { name: scope, scopes: [scope], ...(actionIds && { action_ids: actionIds }) }
  return withSecret.parse(await post('/v1/api-keys', body))
}

beforeAll(async () => {
  app = await startPeopleApp()
  seeded = await seed(app)
  const { connectionId, templateId, actionId } = seeded
  const action = { title: 'Other', connection_id: connectionId, base_id: 'built-in', table: 'Products' }
  otherActionId = withId.parse(await post('/v1/actions', { ...action, template_id: templateId })).id
  await post('/v1/triggers', { action_id: actionId, kind: 'incoming_hook' })
  await post('/v1/webhooks', { name: 'Shop', url: 'https://127.0.0.1/hook', events: ['run.failed'] })
  await post('/v1/url-keys', { name: 'Blog', template_ids: [templateId] })
  runId = (await app.request('POST', `/v1/tablesources/${actionId}`)).headers.get('x-run-id') ?? ''
  await untilEnded(app, runId)
  ids = { tablesources: actionId, actions: actionId, runs: runId, tables: seeded.tableId }
  for (const collection of ['templates', 'triggers', 'connections', 'images', 'webhooks', 'url-keys']) {
    const { results } = page.parse((await app.request('GET', `/v1/${collection}`)).json)
    ids[collection] = results[0]?.id ?? ''
  }
})
afterAll(() => app.close())

function pathOf({ path }: Endpoint): string {
  const collection = path.split('/')[2] ?? ''
  const id = ids[collection] ?? 'x_1'
  return path
    .replace(':id', id)
    .replace(':row_id', seeded.rowIds[0] ?? '')
    .replace(/:\w+/g, '1')
}

/** What a caller who may would send. */
function bodyOf({ body }: Endpoint): { body?: unknown } {
  const examples = body && !isRaw(body) ? body.meta()?.examples : undefined
  return Array.isArray(examples) ? { body: examples[0] } : {}
}

async function ask(entry: Endpoint, headers: Headers, path = pathOf(entry)): Promise<[string, number]> {
  const { status } = await app.request(entry.method, path, { key: null, headers, ...bodyOf(entry) })
  return [entry.name, status]
}

/** Everything that lists tell, but for when keys and sessions were seen, and for what is asked of others. */
async function everything(): Promise<Record<string, unknown>> {
  const lists = ending.filter(({ method, path, answers }) => method === 'GET' && !path.includes(':') && answers[200])
  const told = lists
    .filter(({ name }) => !/^(audit-log|request-log|api-keys|users|me|sessions|font-families-google)\b/.test(name))
    .map(async ({ name, path }) => [name, (await app.request('GET', path)).text])
  const rows = (await app.request('GET', `/v1/tables/${seeded.tableId}/rows`)).text
  return { ...Object.fromEntries(await Promise.all(told)), rows }
}

const expectAll = (entries: readonly Endpoint[], status: number) => entries.map(({ name }) => [name, status])

async function askAll(entries: readonly Endpoint[], headers: Headers): Promise<[string, number][]> {
  const answers: [string, number][] = []
  for (const entry of entries) answers.push(await ask(entry, headers))
  return answers
}

describe('whoever may not', () => {
  let before: Record<string, unknown>
  beforeAll(async () => {
    before = await everything()
  })

  test('is refused with 401 by every endpoint, without a key or with one that is none', async () => {
    const revoked = await keyWith('admin')
    await app.request('DELETE', `/v1/api-keys/${revoked.id}`)
    const { secret } = await keyWith('admin')
    const strangers: Record<string, Headers> = {
      'no key': {},
      'a revoked key': bearer(revoked.secret),
      'a key with one letter changed': bearer(secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a')),
    }
    for (const [name, headers] of Object.entries(strangers))
      expect([name, await askAll(guarded, headers)]).toEqual([name, expectAll(guarded, 401)])
    const answer = await app.request('GET', '/v1/actions', { key: null })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="pictable"')
  })

  test.each([
    ['an empty header', { authorization: '' }],
    ['a header without a key', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${btoa('admin:admin')}` }],
    ['a key as long as a page', bearer('x'.repeat(600))],
    ['a key that is a pattern', bearer('pct_%_%')],
    ['a forged cookie', session(`pictable=${'a'.repeat(43)}`)],
    ['a key in the cookie', session('pictable=the-operators-key-of-the-tests')],
    ['a good key beside a broken one', { authorization: 'Bearer the-operators-key-of-the-tests, Bearer x' }],
  ])('is refused with 401, with %s', async (_, headers) => {
    const some = [guarded[0], guarded.find(({ scope }) => scope === 'admin')].flatMap((entry) => entry ?? [])
    expect(await askAll(some, headers)).toEqual(expectAll(some, 401))
  })

  test('is refused with 403 by every endpoint that wants more than the key allows', async () => {
    for (const [index, scope] of scopes.entries()) {
      const { secret } = await keyWith(scope)
      const closed = guarded.filter((entry) => scopes.indexOf(entry.scope ?? '') > index)
      expect([scope, await askAll(closed, bearer(secret))]).toEqual([scope, expectAll(closed, 403)])
    }
  })

  test('is refused with 403 when the key is bound to another action', async () => {
    const { secret } = await keyWith('write', [otherActionId])
    const own: Record<string, number> = { 'actions-list': 200, 'me-get': 200 }
    const entries = ending.filter(({ scope }) => scope !== 'admin')
    expect(await askAll(entries, bearer(secret))).toEqual(entries.map(({ name }) => [name, own[name] ?? 403]))
    const listed = await app.request('GET', '/v1/actions', { key: secret })
    expect(listed.json).toMatchObject({ results: [{ id: otherActionId }], next: null })
  })

  test('has changed nothing', async () => expect(await everything()).toEqual(before))
})

describe('users', () => {
  test('are refused with 403 by every endpoint beyond their role, and on pages of others; with 401 once they are removed', async () => {
    const owner = await app.setUp('olga@example.com')
    const before = await everything()
    const roles = { viewer: await app.join(owner, 'viewer'), editor: await app.join(owner, 'editor') }
    for (const [role, user] of Object.entries(roles)) {
      const me = await user.request('GET', '/v1/me')
      const [held] = z.looseObject({ scopes: z.array(z.string()) }).parse(me.json).scopes
      const closed = guarded.filter(({ scope }) => scopes.indexOf(scope ?? '') > scopes.indexOf(held ?? ''))
      expect([role, await askAll(closed, session(user.cookie))]).toEqual([role, expectAll(closed, 403)])
    }
    const changing = guarded.filter(({ method }) => method !== 'GET')
    const foreign = { cookie: owner.cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect(await askAll(changing, foreign)).toEqual(expectAll(changing, 403))
    const { cookie, id } = roles.editor
    expect((await owner.request('DELETE', `/v1/users/${id}`)).status).toBe(204)
    expect(await askAll(guarded, session(cookie))).toEqual(expectAll(guarded, 401))
    expect(await everything()).toEqual(before)
  })
})

describe('whoever may', () => {
  // At addresses that lead nowhere, so that nothing happens.
  const nowhere = ({ path }: Endpoint) => path.replace(/:\w+/g, 'x1')

  test('is let in by every endpoint, with its scope or one that includes it', async () => {
    for (const [index, scope] of scopes.entries()) {
      const headers = bearer((await keyWith(scope)).secret)
      const open = ending.filter((entry) => scopes.indexOf(entry.scope ?? '') <= index)
      for (const entry of open) {
        const { status } = await app.request(entry.method, nowhere(entry), { key: null, headers })
        expect([entry.name, scope, status === 401 || status === 403]).toEqual([entry.name, scope, false])
      }
    }
  })

  test('none of it was an error of ours', () => expect(app.errors).toEqual([]))
})
