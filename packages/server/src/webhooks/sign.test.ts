import { createHmac } from 'node:crypto'
import { verify } from '@pictable/client'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Signable, signatureHeaders } from './sign.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const typed = 'correct horse battery 🐎'
const timestampSeconds = 1_700_000_000
const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'
const bytes = (text: string) => Buffer.from(text, 'utf8')
const body = bytes('{"event":"image.created"}')

type Headers = Record<string, string>
interface Received {
  body: Buffer
  headers: Headers
  secret: string
}

const sign = (changes: Partial<Signable> = {}): Headers =>
  signatureHeaders({ secrets: [secret], id, timestampSeconds, body, ...changes })

/** What their libraries are given for a secret: a typed one goes in as `whsec_` and the base64 of its bytes. */
const standardSecret = (each: string) => (each.startsWith('whsec_') ? each : `whsec_${bytes(each).toString('base64')}`)

const service = 'X-Service-Signature'

/** Each says whether it trusts the delivery, or throws; named by the headers that it reads. */
const verifiers: Record<string, { reads: string[]; trusts(received: Received): Promise<unknown> | unknown }> = {
  'stripe webhooks.constructEvent': {
    reads: [service],
    trusts: ({ body, headers, secret }) =>
      Stripe.webhooks.constructEvent(body, headers[service] ?? '', secret, 300, undefined, timestampSeconds * 1000),
  },
  'stripe webhooks.signature.verifyHeader': {
    reads: [service],
    trusts: ({ body, headers, secret }) =>
      Stripe.webhooks.signature?.verifyHeader(body, headers[service] ?? '', secret, 300, undefined, Date.now()),
  },
  standardwebhooks: {
    reads: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    trusts: ({ body, headers, secret }) => new StandardWebhook(standardSecret(secret)).verify(body, headers),
  },
  svix: {
    reads: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    trusts: ({ body, headers, secret }) => new SvixWebhook(standardSecret(secret)).verify(body, headers),
  },
  '@pictable/client by X-Service-Signature': {
    reads: [service],
    trusts: (received) => verify(received),
  },
  '@pictable/client by Standard Webhooks': {
    reads: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    trusts: ({ headers: { [service]: _, ...headers }, ...received }) => verify({ ...received, headers }),
  },
}

async function refusal(trusts: (received: Received) => unknown, received: Received): Promise<string> {
  try {
    await trusts(received)
    return 'genuine'
  } catch (error) {
    return error instanceof Error ? error.constructor.name : 'thrown'
  }
}

const refused = /^(StripeSignatureVerificationError|WebhookVerificationError)$/

/** The bytes with one of them changed, for each of them and in several ways. */
function* changesOf(original: Buffer): Generator<Buffer> {
  for (let at = 0; at < original.length; at++) {
    for (const bit of [1, 2, 16, 32]) {
      const changed = Buffer.from(original)
      changed[at] = (original[at] ?? 0) ^ bit
      yield changed
    }
  }
}

beforeAll(() => {
  vi.useFakeTimers({ now: timestampSeconds * 1000, toFake: ['Date'] })
})

afterAll(() => {
  vi.useRealTimers()
})

describe('signatureHeaders()', () => {
  test('signs the published vector', () => {
    expect(sign()).toEqual({
      'X-Service-Signature': 't=1700000000,v1=b7d8be8dad6c5d45afe01f004b2d2690e169335751093320d2b4e74c1315a8a1',
      'webhook-id': id,
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,ILQgIs0xxJnc9dv37g3WijxJWnzM5o2TSjwCoBrctKw=',
    })
  })

  test('without secrets only names the delivery and the time', () => {
    expect(sign({ secrets: [] })).toEqual({ 'webhook-id': id, 'webhook-timestamp': '1700000000' })
  })

  test('signs by each live secret, newest first, and by no more than five', () => {
    const secrets = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `${name} is a typed secret`)
    const alone = secrets.map((each) => sign({ secrets: [each] }))
    const five = alone.slice(0, 5)
    const both = sign({ secrets })
    expect(both[service]).toBe(['t=1700000000', ...five.map((each) => each[service]?.split(',')[1])].join(','))
    expect(both['webhook-signature']).toBe(five.map((each) => each['webhook-signature']).join(' '))
  })

  test.each([
    ['what follows whsec_, decoded', secret, Buffer.from(secret.slice(6), 'base64')],
    ['what follows whsec_, though unpadded', 'whsec_AAECAwQFBgc', Buffer.from('0001020304050607', 'hex')],
    ['a typed secret as it is', typed, bytes(typed)],
    ['a typed secret that is base64 without whsec_', 'MfKQ9r8GKYqrTwjUPD8I', bytes('MfKQ9r8GKYqrTwjUPD8I')],
    ['a typed secret that only begins like one', 'whsec_not base64 at all', bytes('whsec_not base64 at all')],
    ['a typed secret of an impossible length', 'whsec_ABCDE', bytes('whsec_ABCDE')],
    ['the prefix alone', 'whsec_', bytes('whsec_')],
  ])('keys Standard Webhooks with %s, and the other always with the whole text', (_, each, key) => {
    const hmac = (by: Buffer, prefix: string) => createHmac('sha256', by).update(bytes(prefix)).update(body)
    const headers = sign({ secrets: [each] })
    expect(headers['webhook-signature']).toBe(`v1,${hmac(key, `${id}.1700000000.`).digest('base64')}`)
    expect(headers[service]).toBe(`t=1700000000,v1=${hmac(bytes(each), '1700000000.').digest('hex')}`)
  })

  test.each<[string, Partial<Signable>]>([
    ['an empty secret', { secrets: [secret, ''] }],
    ['an id with a dot', { id: 'msg.1' }],
    ['an id that would break the header', { id: 'msg_1\r\nx: y' }],
    ['no id', { id: '' }],
    ['a broken second', { timestampSeconds: 1.5 }],
    ['a time before 1970', { timestampSeconds: -1 }],
    ['no time', { timestampSeconds: Number.NaN }],
  ])('refuses %s', (_, changes) => {
    expect(() => sign(changes)).toThrow(/^Cannot sign a webhook/)
  })

  test('signs the first second of all', () => {
    expect(sign({ timestampSeconds: 0 })['webhook-timestamp']).toBe('0')
  })

  test('does not change the bytes, whatever they are', () => {
    const raw = Buffer.from(Array.from({ length: 256 }, (_, value) => value))
    const expected = createHmac('sha256', secret).update('1700000000.').update(raw).digest('hex')
    expect(sign({ body: raw })[service]).toBe(`t=1700000000,v1=${expected}`)
    expect([...raw]).toEqual(Array.from({ length: 256 }, (_, value) => value))
  })
})

describe.each(Object.entries(verifiers))('%s', (_, { reads, trusts }) => {
  const trusted = (received: Partial<Received>) => refusal(trusts, { body, headers: sign(), secret, ...received })

  test('trusts what was signed, under the new secret and the old', async () => {
    for (const each of [secret, typed]) {
      expect(await trusted({ secret: each, headers: sign({ secrets: [each] }) })).toBe('genuine')
      expect(await trusted({ secret: each, headers: sign({ secrets: [secret, typed] }) })).toBe('genuine')
    }
    expect(await trusted({ secret: typed })).toMatch(refused)
    expect(await trusted({ headers: sign({ secrets: [] }) })).toMatch(refused)
  })

  test('refuses every changed byte of the body', async () => {
    for (const changed of changesOf(body)) expect(await trusted({ body: changed })).toMatch(refused)
  })

  test.each(reads)('refuses every changed byte of %s', async (name) => {
    const headers = sign()
    for (const changed of changesOf(bytes(headers[name] ?? ''))) {
      const value = changed.toString('latin1')
      expect(await trusted({ headers: { ...headers, [name]: value } }), value).toMatch(refused)
    }
  })

  test('refuses what was signed long ago', async () => {
    expect(await trusted({ headers: sign({ timestampSeconds: timestampSeconds - 301 }) })).toMatch(refused)
  })

  test('trusts any body under any of up to five secrets, and under no other', async () => {
    const typedSecret = fc
      .string({ minLength: 16, maxLength: 40, unit: 'grapheme' })
      .filter((text) => text.trim() !== '')
    const generated = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((random) => `whsec_${Buffer.from(random).toString('base64')}`)
    const secrets = fc.uniqueArray(fc.oneof(typedSecret, generated), { minLength: 2, maxLength: 6 })
    const content = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => bytes(JSON.stringify(value)))
    await fc.assert(
      fc.asyncProperty(secrets, content, async ([stranger = '', ...live], text) => {
        const headers = sign({ secrets: live, body: text })
        for (const each of live) expect(await trusted({ body: text, headers, secret: each })).toBe('genuine')
        expect(await trusted({ body: text, headers, secret: stranger })).toMatch(refused)
      }),
      { numRuns: 40 },
    )
  })
})
