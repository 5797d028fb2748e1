import { createHash } from 'node:crypto'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { allows } from '@pictable/model/access'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixedClock } from '#core/fakes/clock.ts'
import { openTestData, type TestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { World } from '#core/ports/world.ts'
import { authenticate, sameDigest } from './authenticate.ts'
import { crc32 } from './crc32.ts'
import { createKey } from './create-key.ts'
import { generateKey, lookupOf } from './key-format.ts'

let testData: TestData
let world: World
const clock = fixedClock()
beforeAll(async () => {
  testData = await openTestData()
  const digest = { sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex') }
  world = createTestWorld({ data: testData.data, digest, clock })
})
afterAll(() => testData.close())

describe('crc32()', () => {
  test('gives what zlib gives', () => {
    const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 60 })
    fc.assert(fc.property(ascii, (text) => crc32(text) === zlibCrc32(text)))
  })
})

describe('generateKey()', () => {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

  test('uses each letter for four bytes, and none for the others', () => {
    const source = Array.from({ length: 256 }, (_, byte) => byte)
    let at = 0
    const next = (length: number) => Uint8Array.from({ length }, () => source[at++ % 256] ?? 0)
    const text = Array.from({ length: 20 }, () => generateKey({ bytes: next }).secret)
      .map((secret) => secret.slice(4, 12) + secret.slice(13, 43))
      .join('')
    const counts = Map.groupBy(text, (letter) => letter)
    expect([...counts.keys()].sort().join('')).toBe(letters)
    expect(text.length).toBe(20 * 38)
  })

  test('skips bytes that would make some letters more likely', () => {
    const bytes = [248, 247, 255, 62, 0, 61, 250, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    let at = 0
    const next = (length: number) => Uint8Array.from({ length }, () => bytes[at++] ?? 11)
    expect(generateKey({ bytes: next }).lookup).toBe('z00z1234')
  })

  test('ends with the CRC-32 in letters', () => {
    const { secret, lookup } = generateKey({ bytes: (length) => new Uint8Array(length) })
    expect(lookup).toBe('00000000')
    const body = `pct_00000000_${'0'.repeat(30)}`
    const digits = [5, 4, 3, 2, 1, 0].map((place) => Math.floor(zlibCrc32(body) / 62 ** place) % 62)
    expect(secret).toBe(body + digits.map((digit) => letters.charAt(digit)).join(''))
  })
})

describe('createKey()', () => {
  test('makes keys whose typos are told by their checksum', async () => {
    const { secret, key } = await createKey(world, { name: 'Zapier', scopes: ['trigger'] })
    expect(secret).toMatch(/^pct_[0-9A-Za-z]{8}_[0-9A-Za-z]{36}$/)
    expect(key).toMatchObject({ name: 'Zapier', scopes: ['trigger'], actionIds: null, revokedAt: null })
    expect(JSON.stringify(key)).not.toContain(secret)
    expect(lookupOf(secret)).toBe(key.lookup)
    for (let index = 0; index < secret.length; index++) {
      const other = secret[index] === 'x' ? 'y' : 'x'
      expect(lookupOf(secret.slice(0, index) + other + secret.slice(index + 1))).toBeNull()
    }
  })

  test('refuses actions that are not there', async () => {
    await expect(createKey(world, { name: 'x', scopes: ['read'], actionIds: ['act_none'] })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/action_ids/0' }],
    })
  })
})

describe('authenticate()', () => {
  test('finds a key by its secret and notes once a minute that it was used', async () => {
    const { secret, key } = await createKey(world, { name: 'x', scopes: ['admin'] })
    expect(await authenticate(world, secret)).toMatchObject({ id: key.id, lastUsedAt: null })
    const lastUsed = async () => (await testData.data.apiKeys.get(key.id))?.lastUsedAt
    const first = clock.now()
    expect(await lastUsed()).toEqual(first)
    for (const passed of [30_000, 30_000]) {
      clock.advance(passed)
      await authenticate(world, secret)
      expect(await lastUsed()).toEqual(first)
    }
    clock.advance(1)
    await authenticate(world, secret)
    expect(await lastUsed()).toEqual(clock.now())
  })

  test('refuses another secret of the same look-up, a revoked key, and what is no key without asking the database', async () => {
    const { secret, key } = await createKey(world, { name: 'x', scopes: ['admin'] })
    const other = await createKey(world, { name: 'y', scopes: ['admin'] })
    const { apiKeys } = testData.data
    const crossed = { ...testData.data, apiKeys: { ...apiKeys, findByLookup: async () => other.key } }
    expect(await authenticate({ ...world, data: crossed }, secret)).toBeNull()
    await apiKeys.revoke(key.id, clock.now())
    expect(await authenticate(world, secret)).toBeNull()
    const closed = { ...testData.data, apiKeys: { ...apiKeys, findByLookup: () => Promise.reject(new Error('asked')) } }
    for (const wrong of ['', 'pct_', `${secret}x`, secret.slice(0, -1), 'x'.repeat(100_000)])
      expect(await authenticate({ ...world, data: closed }, wrong)).toBeNull()
  })
})

describe('sameDigest()', () => {
  test('is true for equal digests only', () => {
    expect(sameDigest('ab12', 'ab12')).toBe(true)
    expect(sameDigest('ab12', 'ab13')).toBe(false)
    expect(sameDigest('ab12', 'bb12')).toBe(false)
    expect(sameDigest('ab12', 'ab1')).toBe(false)
    expect(sameDigest('', 'ab12')).toBe(false)
  })
})

describe('allows()', () => {
  test('lets each scope do what those before it may', () => {
    expect(allows(['trigger'], 'read')).toBe(true)
    expect(allows(['trigger'], 'write')).toBe(false)
    expect(allows(['read', 'admin'], 'write')).toBe(true)
    expect(allows([], 'read')).toBe(false)
  })
})
