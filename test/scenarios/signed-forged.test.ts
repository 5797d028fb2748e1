import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignedApp, startSignedApp } from '#test/scenarios/signed-kit.ts'

let app: SignedApp
let good: string

beforeAll(async () => {
  app = await startSignedApp()
  good = app.good('title=Hello%20World&width=600')
})
afterAll(() => app.close())

type Forge = (good: string) => string | Uint8Array

const signatureIn = (target: string) => target.slice(target.indexOf('&sig=') + 5)
const withSignature = (change: (signature: string) => string): Forge => {
  return (target) => target.replace(signatureIn(target), change(signatureIn(target)))
}
const replaced =
  (from: string | RegExp, to: string): Forge =>
  (target) =>
    target.replace(from, to)

/** The same signature in the other letters that base64 decodes to the same bytes. */
function sameBytes(signature: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters.indexOf(signature.slice(-1))
  return signature.slice(0, -1) + letters.charAt(last ^ 1)
}

/** What somebody may make of an address who has seen it, but has no key. */
const forgeries: readonly [string, Forge][] = [
  ['without a signature', replaced(/&sig=.*/, '')],
  ['with an empty signature', withSignature(() => '')],
  ['with the signature cut by one', withSignature((signature) => signature.slice(0, -1))],
  ['with half of the signature', withSignature((signature) => signature.slice(0, 21))],
  ['with a longer signature', withSignature((signature) => `${signature}A`)],
  ['with a signature of zeros', withSignature(() => 'A'.repeat(43))],
  ['with padding', withSignature((signature) => `${signature}=`)],
  ['with encoded padding', withSignature((signature) => `${signature}%3D`)],
  ['with other letters for the same bytes', withSignature(sameBytes)],
  ['with the signature in hex', withSignature((text) => Buffer.from(text, 'base64url').toString('hex'))],
  ['with the signature in capitals', withSignature((signature) => signature.toUpperCase())],
  ['with the signature reversed', withSignature((signature) => [...signature].reverse().join(''))],
  ['with a space behind the signature', withSignature((signature) => `${signature}+`)],
  [
    'with an encoded letter in the signature',
    withSignature((text) => text.replace(/^./, (c) => `%${Buffer.from(c).toString('hex')}`)),
  ],
  ['with two signatures', (target) => `${target}&sig=${signatureIn(target)}`],
  ['with the signature of something else in front', replaced('&kid=', `&sig=${'A'.repeat(43)}&kid=`)],
  ['with sig in front', (target) => target.replace(/\?(.*)&sig=(.*)/, '?sig=$2&$1')],
  ['with sig before kid', (target) => target.replace(/(&kid=[^&]*)(&sig=.*)/, '$2$1')],
  ['with a parameter behind sig', (target) => `${target}&title=Bye`],
  ['with an empty parameter behind sig', (target) => `${target}&`],
  ['with SIG', replaced('&sig=', '&SIG=')],
  ['with an encoded name of sig', replaced('&sig=', '&%73ig=')],
  ['with a semicolon before sig', replaced('&sig=', ';sig=')],
  ['with an encoded & before sig', replaced('&sig=', '%26sig=')],
  ['with &amp; before sig', replaced('&sig=', '&amp;sig=')],
  ['with another key', (target) => target.replace(app.key.id, app.otherKey.id)],
  ['with a key that is not there', (target) => target.replace(app.key.id, `uk_${'0'.repeat(26)}`)],
  ['with an API key as kid', replaced(/kid=[^&]*/, 'kid=key_1')],
  ['without kid', replaced(/&kid=[^&]*/, '')],
  ['with an empty kid', replaced(/kid=[^&]*/, 'kid=')],
  ['with kid twice', replaced(/&kid=[^&]*/, '$&$&')],
  ['with kid in capitals', (target) => target.replace(app.key.id, app.key.id.toUpperCase())],
  [
    'with kid not before sig',
    (target) => target.replace(/\?(.*)(&kid=[^&]*)/, (_all, rest, kid) => `?${kid.slice(1)}&${rest}`),
  ],
  ['with a later exp', (target) => target.replace(/exp=\d+/, `exp=${app.inAnHour() + 99_999}`)],
  ['without exp', replaced(/&exp=\d+/, '')],
  ['with exp twice', replaced('&kid=', '&exp=9999999999&kid=')],
  ['with zeros before exp', replaced('exp=', 'exp=00')],
  ['with another value', replaced('Hello', 'Hallo')],
  ['with another case of a value', replaced('Hello', 'hello')],
  ['without a value', replaced('title=Hello%20World&', '')],
  ['with an added value', replaced('?', '?photo=asset:x&')],
  ['with an added setting', replaced('&exp', '&scale=8&exp')],
  ['with an added empty parameter', replaced('&exp', '&&exp')],
  ['with an added nameless parameter', replaced('&exp', '&=&exp')],
  ['with a doubled value', replaced('title=Hello%20World', 'title=Hello%20World&title=Hello%20World')],
  ['with values in another order', replaced('title=Hello%20World&width=600', 'width=600&title=Hello%20World')],
  ['with %20 as +', replaced('%20', '+')],
  ['with %20 as a space', replaced('%20', ' ')],
  ['with %20 encoded twice', replaced('%20', '%2520')],
  ['with a letter encoded', replaced('Hello', '%48ello')],
  ['with a name encoded', replaced('title', '%74itle')],
  ['with = encoded', replaced('title=', 'title%3D')],
  ['with another template', (target) => target.replace(app.templateId, app.otherTemplateId)],
  ['with a template that is not there', (target) => target.replace(app.templateId, 'tpl_none')],
  ['with the template in capitals', (target) => target.replace(app.templateId, app.templateId.toUpperCase())],
  ['with another extension', replaced('.png', '.webp')],
  ['with another name of an extension', replaced('.png', '.PNG')],
  ['without an extension', replaced('.png', '')],
  ['with two extensions', replaced('.png', '.png.png')],
  ['with an encoded dot', replaced('.png', '%2Epng')],
  ['with an encoded slash', replaced('/i/', '/i%2F')],
  ['with a backslash', replaced('/i/', '/i\\')],
  ['with //', replaced('/i/', '//i/')],
  ['with // inside', replaced('/i/', '/i//')],
  ['with . in the path', replaced('/i/', '/i/./')],
  ['with .. in the path', replaced('/i/', '/i/../i/')],
  ['with encoded .. in the path', replaced('/i/', '/i/%2e%2e/i/')],
  ['with /I/', replaced('/i/', '/I/')],
  ['with an encoded i', replaced('/i/', '/%69/')],
  ['with a slash behind the path', replaced('?', '/?')],
  ['with a parameter of the path', replaced('?', ';x=1?')],
  ['with ??', replaced('?', '??')],
  ['with ? encoded', replaced('?', '%3F')],
  ['with a fragment', (target) => `${target}#x`],
  ['with a fragment inside', replaced('&exp', '#&exp')],
  ['with NUL', replaced('Hello', 'He\0llo')],
  ['with an encoded NUL', replaced('Hello', 'He%00llo')],
  ['with CR and LF', replaced('Hello', 'He\r\nX-Other: 1\r\nllo')],
  ['with encoded CR and LF', replaced('Hello', 'He%0D%0Allo')],
  ['with a tab', replaced('Hello', 'He\tllo')],
  ['with a byte that is no ASCII', (target) => Buffer.from(target.replace('Hello', 'H\xe9llo'), 'latin1')],
  ['with a half escape', replaced('Hello', 'Hello%')],
  ['with an escape that is none', replaced('Hello', 'Hello%zz')],
  ['of 9000 characters', replaced('Hello', 'H'.repeat(9000))],
  ['of 100,000 characters', replaced('Hello', 'H'.repeat(100_000))],
  ['with nothing but a signature', (target) => `/i/${app.templateId}.png?sig=${signatureIn(target)}`],
  ['without a query', replaced(/\?.*/, '')],
]

describe('an address', () => {
  test('that is good is answered, also in the form that proxies send', async () => {
    const answer = { status: 200, body: 'png of {"title":"Hello World"}' }
    expect(await app.raw(good)).toMatchObject(answer)
    expect(await app.raw(`http://127.0.0.1${good}`)).toMatchObject(answer)
    expect((await app.raw(`http://127.0.0.1/${good}`)).status).toBe(404)
  })

  test.each(forgeries)('%s is refused', async (_what, forge) => {
    const answer = await app.raw(forge(good))
    expect([400, 403, 404, 431]).toContain(answer.status)
    expect(answer.body).not.toContain('png of')
    expect(answer.headers.get('cache-control') ?? 'no-store').toBe('no-store')
  })

  test('that is signed by a stranger tells nothing of keys and templates', async () => {
    const told = new Set<string>()
    for (const template of [app.templateId, 'tpl_none']) {
      for (const kid of [app.key.id, 'uk_none', `uk_${'9'.repeat(26)}`]) {
        for (const rest of ['title=a', 'nope=a', 'exp=1', 'v=99', 'title=a&title=b', 'title=%zz']) {
          const { status, body } = await app.raw(app.sign(`/i/${template}.png?${rest}&kid=${kid}`, 'guessed'))
          told.add(`${status} ${body.replace(/req_\w+/, '')}`)
        }
      }
    }
    expect([...told]).toHaveLength(1)
    expect([...told][0]).toMatch(/^403 .*"signature_invalid"/)
  })

  const escapes = { e9: '%C3%A9', lower: '%c3%a9', nfd: 'e%CC%81' }

  test.each([
    ['in the other case of its escapes', escapes.e9, escapes.lower],
    ['in another normal form of Unicode', escapes.e9, escapes.nfd],
    ['in Latin-1', escapes.e9, '%E9'],
    ['with an overlong form', 'A', '%C1%81'],
  ])('re-encoded %s is refused', async (_what, from, to) => {
    const target = app.good(`title=${from}`)
    expect((await app.raw(target)).status).toBe(200)
    expect((await app.raw(target.replace(`title=${from}`, `title=${to}`))).status).toBe(403)
  })

  test('with any one byte changed, added, taken or swapped is refused', async () => {
    const at = fc.nat({ max: good.length - 1 })
    const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
    const edit = fc.oneof(
      fc.tuple(at, visible).map(([n, char]) => good.slice(0, n) + char + good.slice(n + 1)),
      fc.tuple(at, visible).map(([n, char]) => good.slice(0, n) + char + good.slice(n)),
      at.map((n) => good.slice(0, n) + good.slice(n + 1)),
      at.map((n) => good.slice(0, n) + good.charAt(n + 1) + good.charAt(n) + good.slice(n + 2)),
    )
    const changed = edit.filter((target) => target !== good)
    await fc.assert(
      fc.asyncProperty(changed, async (target) => {
        const { status } = await app.raw(target)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 400 },
    )
  })
})

test('nothing of this was an error of ours', () => {
  expect(app.errors).toEqual([])
})
