import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Browser, linkIn, type PeopleApp, password, startPeopleApp, tokenOf } from '#test/scenarios/people-kit.ts'
import { seed, untilEnded } from '#test/scenarios/seed.ts'

let app: PeopleApp
let owner: Browser
const email = 'olga@example.com'

beforeAll(async () => {
  app = await startPeopleApp()
  owner = await app.setUp(email)
})
afterAll(() => app.close())

async function logIn(headers: Record<string, string> = {}): Promise<Browser> {
  const one = app.browser()
  const answer = await one.request('POST', '/v1/session', { email, password }, headers)
  if (answer.status !== 201) throw new Error(answer.text)
  return one
}

const sessions = z.looseObject({ results: z.array(z.looseObject({ id: z.string(), is_this: z.boolean() })) })

describe('the cookie', () => {
  const cookieOf = async (headers: Record<string, string>) => {
    const answer = await app.browser().request('POST', '/v1/session', { email, password }, headers)
    return answer.headers.getSetCookie().join()
  }

  test('is out of reach of scripts and other sites, and Secure over https', async () => {
    expect(await cookieOf({})).toMatch(/^pictable=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
    const secure = /^__Host-pictable=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/
    expect(await cookieOf({ 'x-forwarded-proto': 'https' })).toMatch(secure)
    expect(await cookieOf({ 'x-forwarded-host': 'pictable.example' })).toMatch(secure)
  })

  test('that somebody planted is worth nothing, before and after the log-in', async () => {
    const planted = 'A'.repeat(43)
    const one = app.browser()
    one.cookie = `pictable=${planted}`
    expect((await one.request('GET', '/v1/me')).status).toBe(401)
    expect((await one.request('POST', '/v1/session', { email, password })).status).toBe(201)
    expect(one.cookie).not.toContain(planted)
    const other = app.browser()
    other.cookie = `pictable=${planted}`
    expect((await other.request('GET', '/v1/me')).status).toBe(401)
  })

  test('of plain http opens nothing over https', async () => {
    const one = await logIn()
    expect((await one.request('GET', '/v1/me')).status).toBe(200)
    const secure = { 'x-forwarded-proto': 'https' }
    expect((await one.request('GET', '/v1/me', undefined, secure)).status).toBe(401)
  })

  test.each([
    'pictable=',
    'pictable',
    'pictable=%00',
    `pictable=${'x'.repeat(5000)}`,
    ';;;=',
    'pictable=a; pictable=b',
  ])('that reads %j is nobody', async (cookie) => {
    const one = app.browser()
    one.cookie = cookie
    expect((await one.request('GET', '/v1/me')).status).toBe(401)
  })

  test('goes at the log-out, and its session with it', async () => {
    const one = await logIn()
    const { cookie } = one
    expect((await one.request('DELETE', '/v1/session')).status).toBe(204)
    expect(one.cookie).toBe('')
    one.cookie = cookie
    expect((await one.request('GET', '/v1/me')).status).toBe(401)
  })
})

describe('a page of another site', () => {
  const host = () => new URL(app.url).host

  test.each<[string, (host: string) => Record<string, string>, number]>([
    ['our own page', () => ({}), 200],
    ['another site', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
    ['a neighbour of ours', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['nowhere', () => ({ 'sec-fetch-site': 'none' }), 403],
    ['an old browser, our page', (ours) => ({ 'sec-fetch-site': '', origin: `http://${ours}` }), 200],
    ['an old browser, another page', () => ({ 'sec-fetch-site': '', origin: 'https://evil.example' }), 403],
    ['an old browser, a sandboxed page', () => ({ 'sec-fetch-site': '', origin: 'null' }), 403],
    ['an old browser that does not say', () => ({ 'sec-fetch-site': '' }), 403],
    ['another site, with our Origin', (ours) => ({ 'sec-fetch-site': 'cross-site', origin: `http://${ours}` }), 403],
  ])('%s may change things or not', async (_, headersOf, status) => {
    const sent = headersOf(host())
    const answer = await owner.request('PATCH', '/v1/me', { name: 'Olga' }, sent)
    expect(answer.status).toBe(status)
    expect((await owner.request('GET', '/v1/me', undefined, sent)).status).toBe(200)
  })

  test('cannot log somebody in', async () => {
    const one = app.browser()
    const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await one.request('POST', '/v1/session', { email, password }, evil)).status).toBe(403)
    expect(one.cookie).toBe('')
    const form = await app.request('POST', '/v1/session', {
      key: null,
      body: JSON.stringify({ email, password }),
      headers: { 'content-type': 'text/plain', 'x-forwarded-for': one.address },
    })
    expect(form.status).toBe(415)
  })

  test('does not matter to API keys', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://n8n.example' }
    expect((await app.request('PATCH', '/v1/settings', { body: {}, headers })).status).toBe(200)
  })
})

describe('a session', () => {
  test('is one of those that its user sees and ends', async () => {
    const [one, other] = [await logIn(), await logIn()]
    const mine = sessions.parse((await one.request('GET', '/v1/sessions')).json).results
    expect(mine.filter(({ is_this }) => is_this)).toMatchObject([{ user_agent: 'Testfox', address: one.address }])
    const theirs = sessions.parse((await other.request('GET', '/v1/sessions')).json).results
    const id = theirs.find(({ is_this }) => is_this)?.id
    const stranger = await app.join(owner, 'owner')
    expect((await stranger.request('DELETE', `/v1/sessions/${id}`)).status).toBe(404)
    expect((await one.request('DELETE', `/v1/sessions/${id}`)).status).toBe(204)
    expect((await other.request('GET', '/v1/me')).status).toBe(401)
    expect((await one.request('GET', '/v1/me')).status).toBe(200)
  })

  test('ends the stream of events that it opened', async () => {
    const one = await logIn()
    const stream = await fetch(`${app.url}/v1/events`, { headers: { cookie: one.cookie } })
    expect(stream.status).toBe(200)
    await one.request('DELETE', '/v1/session')
    expect(await stream.text()).toContain('retry:')
  })

  test('starts runs in the name of its user', async () => {
    const editor = await app.join(owner, 'editor')
    const seeded = await seed(app)
    const { headers } = await editor.request('POST', `/v1/tablesources/${seeded.actionId}`)
    const runId = headers.get('x-run-id') ?? ''
    await untilEnded(app, runId)
    const run = await editor.request('GET', `/v1/runs/${runId}`)
    expect(run.json).toMatchObject({ started_by: { kind: 'user', id: editor.id } })
  })

  test('ends with a change of the password; the browser that changed it goes on', async () => {
    const user = await app.join(owner, 'viewer')
    const other = app.browser()
    const wanted = 'four other words'
    expect((await other.request('POST', '/v1/session', { email: user.email, password })).status).toBe(201)
    const { cookie } = user
    const wrong = { current_password: 'not this one', new_password: wanted }
    expect((await user.request('POST', '/v1/me/password', wrong)).json).toMatchObject({
      errors: [{ pointer: '/current_password' }],
    })
    const right = { current_password: password, new_password: wanted }
    const claim = vi.spyOn(app.world.data.idempotency, 'claim')
    const changed = await user.request('POST', '/v1/me/password', right, { 'idempotency-key': 'password' })
    expect(changed.status).toBe(200)
    expect(claim, 'the cookie of a session is never stored').not.toHaveBeenCalled()
    claim.mockRestore()
    expect(user.cookie).not.toBe(cookie)
    const status = async (one: Browser) => (await one.request('GET', '/v1/me')).status
    expect([await status(user), await status(other)]).toEqual([200, 401])
    expect((await other.request('POST', '/v1/session', { email: user.email, password })).status).toBe(401)
    expect((await other.request('POST', '/v1/session', { email: user.email, password: wanted })).status).toBe(201)
  })

  test('begins with the new password whatever else of the user is changed meanwhile', async () => {
    const user = await app.join(owner, 'viewer')
    const wanted = 'four other words'
    const { hash } = app.world.passwords
    const hashing = vi.spyOn(app.world.passwords, 'hash').mockImplementationOnce(async (given) => {
      const renamed = await app.request('PATCH', `/v1/users/${user.id}`, { body: { name: 'Renamed' } })
      expect(renamed.status).toBe(200)
      return hash(given)
    })
    const right = { current_password: password, new_password: wanted }
    expect((await user.request('POST', '/v1/me/password', right)).status).toBe(200)
    hashing.mockRestore()
    expect((await user.request('GET', '/v1/me')).json).toMatchObject({ name: 'Renamed' })
    const both = [password, wanted].map((one) =>
      user.request('POST', '/v1/me/password', { current_password: wanted, new_password: `${one} and more` }),
    )
    const statuses = (await Promise.all(both)).map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    // Refused by the old password, the ended session, or the change that was first.
    expect([400, 401, 409]).toContain(statuses[1])
  })

  test('of an API key there is none', async () => {
    for (const [method, path] of [
      ['DELETE', '/v1/session'],
      ['GET', '/v1/sessions'],
    ] as const)
      expect((await app.request(method, path)).json).toMatchObject({ code: 'conflict' })
    expect((await app.request('GET', '/v1/me')).json).toMatchObject({ kind: 'operator', scopes: ['admin'] })
  })
})

describe('logging in', () => {
  test('says the same of an unknown address, a wrong password and an open invitation', async () => {
    await owner.request('POST', '/v1/users', { email: 'open@example.com', name: 'Open', role: 'viewer' })
    const answers = []
    for (const who of [email, 'nobody@example.com', 'open@example.com'])
      answers.push(await app.browser().request('POST', '/v1/session', { email: who, password: 'wrong' }))
    const said = answers.map(({ status, json }) => ({ status, ...z.looseObject({ detail: z.string() }).parse(json) }))
    expect(new Set(said.map(({ status, detail }) => `${status} ${detail}`))).toEqual(
      new Set(['401 The email address or the password is wrong.']),
    )
    expect(new Set(answers.map(({ headers }) => headers.getSetCookie().length))).toEqual(new Set([0]))
  })

  test.each([{}, { email: 'a@b.c' }, { email: ['a'], password: 'x' }, { email: 'a', password: 'x'.repeat(1001) }, []])(
    'with %j is refused at the door',
    async (body) => expect((await app.browser().request('POST', '/v1/session', body)).status).toBe(400),
  )

  test.each(['\u0000', "' or 1=1 --", '\ud800', '%', 'x'.repeat(1000)])('with the password %j fails', async (wrong) => {
    const { status } = await app.browser().request('POST', '/v1/session', { email, password: wrong })
    expect([400, 401]).toContain(status)
  })

  test('fails when the password is reset, or the user deactivated, while it is being checked', async () => {
    const user = await app.join(owner, 'viewer')
    const { matches } = app.world.passwords
    const wanted = 'four other words'
    const reset = async () => {
      const { link } = linkIn(await owner.request('POST', `/v1/users/${user.id}/link`))
      const redeemed = { token: tokenOf(link), password: wanted }
      expect((await app.browser().request('POST', '/v1/links/redeem', redeemed)).status).toBe(201)
    }
    const deactivate = () => owner.request('PATCH', `/v1/users/${user.id}`, { active: false })
    for (const [tried, meanwhile] of [
      [password, reset],
      [wanted, deactivate],
    ] as const) {
      const checking = vi.spyOn(app.world.passwords, 'matches').mockImplementationOnce(async (...given) => {
        const isRight = await matches(...given)
        await meanwhile()
        return isRight
      })
      const answer = await app.browser().request('POST', '/v1/session', { email: user.email, password: tried })
      checking.mockRestore()
      expect(answer.status).toBe(401)
    }
  })

  test('is limited for a browser, and for nobody else', async () => {
    const victim = await app.join(owner, 'viewer')
    const guesser = app.browser()
    const guess = (one: Browser, who: string) => one.request('POST', '/v1/session', { email: who, password: 'wrong' })
    await app.standStill(async () => {
      // Known and unknown accounts are limited alike.
      for (const who of ['unknown@example.com', victim.email]) {
        const statuses: number[] = []
        for (let attempt = 0; attempt < 11; attempt++) statuses.push((await guess(guesser, who)).status)
        expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
      }
      const limited = await guess(guesser, victim.email.toUpperCase())
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    })
    const home = app.browser()
    expect((await home.request('POST', '/v1/session', { email: victim.email, password })).status).toBe(201)
    app.advance(60_000)
    expect((await guess(guesser, victim.email)).status).toBe(401)
  })
})

test('a session ends when it is not used, and at the latest after thirty days', async () => {
  const dayMs = 24 * 3_600_000
  const [used, unused] = [await logIn(), await logIn()]
  const status = async (one: Browser) => (await one.request('GET', '/v1/me')).status
  for (let day = 6; day <= 24; day += 6) {
    app.advance(6 * dayMs)
    expect([day, await status(used)]).toEqual([day, 200])
  }
  expect(await status(unused)).toBe(401)
  app.advance(6 * dayMs + 1000)
  expect(await status(used)).toBe(401)
})
