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
import { lookupOf } from './key-format.ts'

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
    const first = clock.now()
    clock.advance(30_000)
    expect(await authenticate(world, secret)).toMatchObject({ lastUsedAt: first })
    clock.advance(31_000)
    await authenticate(world, secret)
    expect((await testData.data.apiKeys.get(key.id))?.lastUsedAt).toEqual(clock.now())
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
