import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { refuseForeignPage, requireOurPage } from './same-origin.ts'
import { isSecure, noSessionCookie, sessionCookie, sessionTokenOf } from './session-cookie.ts'

const publicUrl = 'https://pictable.example'

/** What is said of a request with these headers. */
async function ask(headers: Record<string, string>, ours = publicUrl) {
  const app = fastify({ trustProxy: true })
  const codeOf = (check: () => void) => {
    try {
      check()
      return null
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : 'unknown'
    }
  }
  app.get('/', async (request) => ({
    isSecure: isSecure(request, ours),
    required: codeOf(() => requireOurPage(request, ours)),
    foreign: codeOf(() => refuseForeignPage(request, ours)),
  }))
  const answer = await app.inject({ method: 'GET', url: '/', headers })
  await app.close()
  return answer.json()
}

const ours = { required: null, foreign: null }
const unknown = { required: 'forbidden', foreign: null }
const foreign = { required: 'forbidden', foreign: 'forbidden' }

describe('whose page sent a call', () => {
  test.each<[string, Record<string, string>, object]>([
    ['a browser on our page', { 'sec-fetch-site': 'same-origin' }, ours],
    ['a browser on our page, whatever Origin says', { 'sec-fetch-site': 'same-origin', origin: 'null' }, ours],
    ['a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://pictable.example' }, foreign],
    ['another site', { 'sec-fetch-site': 'cross-site' }, foreign],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, foreign],
    ['a program', {}, unknown],
    ['an older browser on our page', { origin: 'https://pictable.example' }, ours],
    ['an older browser on the host that was called', { host: 'inside:4400', origin: 'http://inside:4400' }, ours],
    ['an older browser on another port', { host: 'inside:4400', origin: 'http://inside:4401' }, foreign],
    ['an older browser on another site', { origin: 'https://evil.example' }, foreign],
    ['our name without TLS', { host: 'inside', origin: 'http://pictable.example' }, foreign],
    ['a page that hides its origin', { origin: 'null' }, foreign],
  ])('%s', async (_, headers, wanted) => expect(await ask(headers)).toMatchObject(wanted))
})

describe('isSecure()', () => {
  test.each<[Record<string, string>, string, boolean]>([
    [{ 'x-forwarded-proto': 'https' }, 'http://pictable.example', true],
    [{ host: 'pictable.example' }, publicUrl, true],
    [{ host: 'inside:4400' }, publicUrl, false],
    [{ host: 'pictable.example' }, 'http://pictable.example', false],
  ])('%j with %s: %s', async (headers, url, wanted) =>
    expect(await ask(headers, url)).toMatchObject({ isSecure: wanted }),
  )
})

describe('the cookie of a session', () => {
  test('is for this host alone over https, and for no other', () => {
    expect(sessionCookie('abc', true)).toEqual({
      'set-cookie': '__Host-pictable=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
    })
    expect(sessionCookie('abc', false)).toEqual({
      'set-cookie': 'pictable=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax',
    })
    expect(noSessionCookie(true)).toEqual({
      'set-cookie': '__Host-pictable=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    })
  })

  test.each<[string | undefined, boolean, string | undefined]>([
    [undefined, true, undefined],
    ['', true, undefined],
    ['__Host-pictable=abc', true, 'abc'],
    ['theme=dark; __Host-pictable=a-b_c ; x=y', true, 'a-b_c'],
    ['pictable=abc', true, undefined],
    ['__Host-pictable=abc', false, undefined],
    ['pictable=abc', false, 'abc'],
    ['xpictable=abc', false, undefined],
    ['pictable', false, undefined],
    ['pictable=', false, undefined],
    ['pictable=a b', false, undefined],
    ['pictable=a.b', false, undefined],
    ['pictable=!; pictable=good', false, 'good'],
    ['pictable=first; pictable=second', false, 'first'],
    [`pictable=${'x'.repeat(100)}`, false, 'x'.repeat(100)],
    [`pictable=${'x'.repeat(101)}`, false, undefined],
  ])('%j (secure: %s) holds %j', (cookies, secure, token) => expect(sessionTokenOf(cookies, secure)).toBe(token))
})
