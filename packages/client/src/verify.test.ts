import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type VerifyOptions, verify, WebhookVerificationError } from './verify.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const typed = 'correct horse battery 🐎'
const body = '{"event":"image.created"}'
const now = new Date(1_700_000_000_000)
const hex = 'b7d8be8dad6c5d45afe01f004b2d2690e169335751093320d2b4e74c1315a8a1'
const service = { 'X-Service-Signature': `t=1700000000,v1=${hex}` }
const standard = {
  'webhook-id': 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  'webhook-timestamp': '1700000000',
  'webhook-signature': 'v1,ILQgIs0xxJnc9dv37g3WijxJWnzM5o2TSjwCoBrctKw=',
}
const families = [
  ['X-Service-Signature', service],
  ['Standard Webhooks', standard],
] as const

const sha256 = (key: string | Buffer, message: string) => createHmac('sha256', key).update(message)
const serviceBy = (key: string, text = body, t = '1700000000') => sha256(key, `${t}.${text}`).digest('hex')

/** `genuine`, the code of a refusal, or the name of another error. */
async function verdict(delivery: Partial<VerifyOptions>): Promise<string> {
  try {
    await verify({ body, headers: service, secret, now, ...delivery })
    return 'genuine'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    return error instanceof Error ? error.name : 'no error'
  }
}

/** The text with each of its characters changed, one at a time. */
function changesOf(text: string): string[] {
  return [...text].flatMap((character, at) =>
    [1, 2, 16, 32].map(
      (bit) => text.slice(0, at) + String.fromCharCode(character.charCodeAt(0) ^ bit) + text.slice(at + 1),
    ),
  )
}

describe.each(families)('verify() by %s', (_, headers) => {
  test('returns what a genuine delivery says', async () => {
    expect(await verify({ body, headers, secret, now })).toEqual({ event: 'image.created' })
    expect(await verify({ body: new TextEncoder().encode(body), headers, secret, now })).toEqual({
      event: 'image.created',
    })
  })

  test('reads headers in any case and of any make', async () => {
    const entries = Object.entries(headers)
    expect(await verdict({ headers: new Headers(headers) })).toBe('genuine')
    expect(await verdict({ headers: Object.fromEntries(entries.map(([k, v]) => [k.toUpperCase(), v])) })).toBe(
      'genuine',
    )
    expect(await verdict({ headers: Object.fromEntries(entries.map(([k, v]) => [k.toLowerCase(), [v]])) })).toBe(
      'genuine',
    )
    expect(await verdict({ headers: new Map(entries.map(([k, v]) => [k.toLowerCase(), v])) })).toBe('genuine')
  })

  test('refuses every changed character of a header', async () => {
    for (const [name, value] of Object.entries(headers)) {
      for (const changed of changesOf(value)) {
        expect(await verdict({ headers: { ...headers, [name]: changed } }), changed).toMatch(
          /mismatch|malformed_header/,
        )
      }
    }
  })

  test('refuses every changed, added and missing byte of the body', async () => {
    const bytes = new TextEncoder().encode(body)
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 1; bit < 256; bit *= 2) {
        const changed = bytes.map((byte, index) => (index === at ? byte ^ bit : byte))
        expect(await verdict({ headers, body: changed })).toBe('mismatch')
      }
    }
    expect(await verdict({ headers, body: `${body}\n` })).toBe('mismatch')
    expect(await verdict({ headers, body: `\uFEFF${body}` })).toBe('mismatch')
    expect(await verdict({ headers, body: body.slice(0, -1) })).toBe('mismatch')
    expect(await verdict({ headers, body: '' })).toBe('mismatch')
  })

  test('allows 300 s both ways, or as much as is asked for', async () => {
    const at = (seconds: number, more: Partial<VerifyOptions> = {}) =>
      verdict({ headers, now: new Date(now.getTime() + seconds * 1000), ...more })
    expect(await at(300)).toBe('genuine')
    expect(await at(301)).toBe('too_old')
    expect(await at(-300)).toBe('genuine')
    expect(await at(-301)).toBe('too_new')
    expect(await at(301, { toleranceSeconds: 301 })).toBe('genuine')
    expect(await at(1, { toleranceSeconds: 0 })).toBe('too_old')
    expect(await at(1e9, { toleranceSeconds: Number.POSITIVE_INFINITY })).toBe('genuine')
    expect(await at(0, { toleranceSeconds: Number.NaN })).toBe('too_old')
    expect(await at(Number.NaN)).toBe('too_old')
  })

  test('takes several secrets, any of which may fit', async () => {
    expect(await verdict({ headers, secret: [typed, secret] })).toBe('genuine')
    expect(await verdict({ headers, secret: [typed, `${secret} `] })).toBe('mismatch')
  })
})

describe('verify()', () => {
  test('accepts any of several signatures', async () => {
    const mine = serviceBy(typed)
    const headers = (...values: string[]) => ({ 'x-service-signature': ['t=1700000000', ...values].join(',') })
    expect(await verdict({ headers: headers(`v1=${hex}`, `v1=${mine}`), secret: typed })).toBe('genuine')
    expect(await verdict({ headers: headers(`v1=${mine}`, 'v0=abc', `v1=${hex}`), secret })).toBe('genuine')
    expect(await verdict({ headers: headers('v1=', 'v1=abc', `v1=${hex}=`, `v1=${hex}0`) })).toBe('mismatch')
    const several = `v1a,abc v1,${'A'.repeat(43)}= ${standard['webhook-signature']}`
    expect(await verdict({ headers: { ...standard, 'webhook-signature': several } })).toBe('genuine')
  })

  test('keys Standard Webhooks with the decoded secret, or with a typed secret as it is', async () => {
    const key32 = Buffer.alloc(32, 7)
    const keys: [string, Buffer][] = [
      [`whsec_${key32.toString('base64')}`, key32],
      [`whsec_${key32.toString('base64').replace('=', '')}`, key32],
      [`whsec_${key32.toString('base64', 0, 16)}`, key32.subarray(0, 16)],
      [`whsec_${key32.toString('base64', 0, 16).replace('==', '')}`, key32.subarray(0, 16)],
      [typed, Buffer.from(typed)],
      ['whsec_no base64 at all', Buffer.from('whsec_no base64 at all')],
      ['whsec_ABCDE', Buffer.from('whsec_ABCDE')],
      ['whsec_', Buffer.from('whsec_')],
    ]
    for (const [each, key] of keys) {
      const signature = sha256(key, `msg_1.1700000000.${body}`).digest('base64')
      const headers = { ...standard, 'webhook-id': 'msg_1', 'webhook-signature': `v1,${signature}` }
      expect(await verdict({ headers, secret: each }), each).toBe('genuine')
    }
  })

  test('does not fall back to the other family', async () => {
    const forged = { ...standard, 'X-Service-Signature': `t=1700000000,v1=${'0'.repeat(64)}` }
    expect(await verdict({ headers: forged })).toBe('mismatch')
    expect(await verdict({ headers: { ...standard, 'X-Service-Signature': '' } })).toBe('malformed_header')
    expect(await verdict({ headers: { ...standard, 'X-Service-Signature': undefined } })).toBe('genuine')
  })

  test.each([
    [{}],
    [{ 'webhook-id': 'msg_1', 'webhook-timestamp': '1700000000' }],
    [{ ...standard, 'webhook-id': undefined }],
    [{ ...standard, 'webhook-timestamp': undefined }],
  ])('misses a header in %j', async (headers) => {
    expect(await verdict({ headers })).toBe('missing_header')
  })

  test.each([
    [`v1=${hex}`],
    ['t=1700000000'],
    [`t=,v1=${hex}`],
    [`t=now,v1=${hex}`],
    [`t=-1700000000,v1=${hex}`],
    [`t=17e8,v1=${hex}`],
    [`t=1700000000,t=1700000000,v1=${hex}`],
    [`t=1700000000, v1=${hex}`],
    [`t=1700000000;v1=${hex}`],
  ])('finds the header %j malformed', async (value) => {
    expect(await verdict({ headers: { 'X-Service-Signature': value } })).toBe('malformed_header')
  })

  test.each([
    ['webhook-id', 'msg.1'],
    ['webhook-id', ''],
    ['webhook-timestamp', '1.7e9'],
    ['webhook-signature', 'v2,abc'],
  ])('finds %s: %j malformed', async (name, value) => {
    expect(await verdict({ headers: { ...standard, [name]: value } })).toBe('malformed_header')
  })

  test.each([
    ['X-Service-Signature', { 'X-Service-Signature': 'v1=a' }],
    ['webhook-id', { ...standard, 'webhook-id': '' }],
    ['webhook-timestamp', { ...standard, 'webhook-timestamp': 'soon' }],
    ['webhook-signature', { ...standard, 'webhook-signature': 'v2,abc' }],
  ])('names the header %s', async (name, headers) => {
    await expect(verify({ body, headers, secret, now })).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      message: `The header ${name} does not have the format that Pictable sends`,
    })
  })

  test('does not let the end of an id be read as the time', async () => {
    const signature = sha256(Buffer.from(secret.slice(6), 'base64'), `msg_1.1600000000.1700000000.${body}`).digest(
      'base64',
    )
    const headers = { ...standard, 'webhook-id': 'msg_1.1600000000', 'webhook-signature': `v1,${signature}` }
    expect(await verdict({ headers })).toBe('malformed_header')
  })

  test('never works without a secret', async () => {
    const headers = { 'X-Service-Signature': `t=1700000000,v1=${serviceBy('')}` }
    expect(await verdict({ headers, secret: '' })).toBe('TypeError')
    expect(await verdict({ headers, secret: [] })).toBe('TypeError')
    expect(await verdict({ headers, secret: [secret, ''] })).toBe('TypeError')
  })

  test('says that parsed JSON is not the body', async () => {
    // @ts-expect-error the body is text or bytes
    await expect(verify({ body: { event: 'image.created' }, headers: service, secret, now })).rejects.toThrow(
      /as it was received/,
    )
  })

  test('accepts whatever was signed, and nothing under another secret, text or time', async () => {
    const filled = fc.string({ minLength: 1, unit: 'grapheme' })
    const time = fc.integer({ min: 0, max: 2 ** 40 }).filter((value) => value < 1e12)
    await fc.assert(
      fc.asyncProperty(filled, filled, fc.json(), time, async (one, other, text, seconds) => {
        fc.pre(one !== other)
        const t = String(seconds)
        const signed = { body: text, secret: one, now: new Date(seconds * 1000) }
        const headers = (value: string, at = t) => ({ 'X-Service-Signature': `t=${at},v1=${value}` })
        const value = serviceBy(one, text, t)
        expect(await verdict({ ...signed, headers: headers(value) })).toBe('genuine')
        expect(await verdict({ ...signed, secret: other, headers: headers(value) })).toBe('mismatch')
        expect(await verdict({ ...signed, body: ` ${text}`, headers: headers(value) })).toBe('mismatch')
        expect(await verdict({ ...signed, headers: headers(value, `${t}0`) })).toMatch(/mismatch|malformed_header/)
      }),
    )
  })

  test('refuses any other header, always by a code', async () => {
    const piece = fc.constantFrom('t=', 'v1=', '1700000000', ',', ' ', 'v1,', hex.slice(1), '=', 'é')
    const header = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    )
    await fc.assert(
      fc.asyncProperty(header, header, async (one, other) => {
        expect(await verdict({ headers: { 'X-Service-Signature': one } })).toMatch(/^(malformed_header|mismatch)$/)
        expect(await verdict({ headers: { ...standard, 'webhook-signature': one } })).toMatch(/^(malformed_h|mismatch)/)
        const odd = { 'webhook-id': one, 'webhook-timestamp': other, 'webhook-signature': 'v1,abc' }
        expect(await verdict({ headers: odd })).toMatch(/^(malformed_header|mismatch)$/)
      }),
    )
  })
})
