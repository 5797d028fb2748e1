import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format, inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#core/fakes/any-text.ts'
import { loadSecretKey } from '#secrets/load-secret-key.ts'
import { createSecret } from '#secrets/secret.ts'
import { createSecrets } from '#secrets/secrets.ts'

const one = createSecret('the first key, long enough to be one')
const other = createSecret('the second key, long enough to be one')

describe('createSecrets()', () => {
  test('opens what it sealed, in its context', () => {
    const secrets = createSecrets([one])
    fc.assert(
      fc.property(anyText(), fc.string(), (plain, context) => {
        expect(secrets.open(secrets.seal(plain, context), context)).toBe(plain)
      }),
    )
  })

  test('never seals the same text to the same value', () => {
    const secrets = createSecrets([one])
    expect(secrets.seal('token', 'row 1')).not.toBe(secrets.seal('token', 'row 1'))
  })

  test('refuses another context and another key', () => {
    const sealed = createSecrets([one]).seal('token', 'connections.settings.con_1')
    expect(() => createSecrets([one]).open(sealed, 'connections.settings.con_2')).toThrow(/cannot be decrypted/)
    expect(() => createSecrets([other]).open(sealed, 'connections.settings.con_1')).toThrow(/cannot be decrypted/)
  })

  test.each([2, 3, 4])('refuses every changed bit of part %i', (part) => {
    const secrets = createSecrets([one])
    const parts = secrets.seal('token', 'row').split('.')
    const bytes = Buffer.from(parts[part] ?? '', 'base64url')
    expect(bytes.length).toBeGreaterThan(0)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const sealed = parts.with(part, changed.toString('base64url')).join('.')
      expect(() => secrets.open(sealed, 'row')).toThrow(/cannot be decrypted/)
    }
  })

  test('opens what is bound beside that alone', () => {
    const secrets = createSecrets([one])
    fc.assert(
      fc.property(anyText(), fc.string(), fc.string(), (plain, boundTo, changed) => {
        const sealed = secrets.seal(plain, 'row', boundTo)
        expect(sealed).toMatch(/^v2\./)
        expect(secrets.open(sealed, 'row', boundTo)).toBe(plain)
        expect(() => secrets.open(sealed, 'other row', boundTo)).toThrow(/cannot be decrypted/)
        expect(() => secrets.open(sealed, 'row')).toThrow(/cannot be decrypted/)
        if (changed !== boundTo)
          expect(() => secrets.open(sealed, 'row', changed)).toThrow(expect.objectContaining({ code: 'secret_moved' }))
      }),
    )
  })

  test('opens what an earlier release sealed, and takes neither kind for the other', () => {
    const secrets = createSecrets([one])
    expect(secrets.open(secrets.seal('token', 'row'), 'row', 'https://example.com')).toBe('token')
    for (const [sealed, version] of [
      [secrets.seal('token', 'row', 'https://example.com'), 'v1'],
      [secrets.seal('token', 'row'), 'v2'],
      [secrets.seal('token', 'row'), 'v3'],
    ] as const) {
      const renamed = sealed.replace(/^v\d/, version)
      expect(() => secrets.open(renamed, 'row', 'https://example.com')).toThrow(/cannot be decrypted/)
    }
  })

  test('reseals with the newest key, still bound', () => {
    const sealed = createSecrets([one]).seal('token', 'row', 'https://example.com')
    const resealed = createSecrets([other, one]).reseal(sealed, 'row')
    expect(() => createSecrets([one]).open(resealed, 'row', 'https://example.com')).toThrow(/cannot be decrypted/)
    expect(createSecrets([other]).open(resealed, 'row', 'https://example.com')).toBe('token')
    expect(() => createSecrets([other]).open(resealed, 'row', 'https://evil.example')).toThrow(
      expect.objectContaining({ code: 'secret_moved' }),
    )
  })

  test('opens what an older key has sealed', () => {
    const sealed = createSecrets([one]).seal('token', 'row')
    expect(createSecrets([other, one]).open(sealed, 'row')).toBe('token')
  })

  test('makes digests that are the same for one text, context and key alone', () => {
    const secrets = createSecrets([one])
    const digest = secrets.digest('text', 'row')
    expect(digest).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]{43}$/)
    expect(secrets.digest('text', 'row')).toBe(digest)
    const others = [secrets.digest('other', 'row'), secrets.digest('text', 'other'), secrets.digest('textrow', '')]
    expect([...others, createSecrets([other]).digest('text', 'row')]).not.toContain(digest)
  })

  test('checks digests with the key that made them', () => {
    const digest = createSecrets([one]).digest('text', 'row')
    for (const secrets of [createSecrets([one]), createSecrets([other, one])]) {
      expect(secrets.checkDigest(digest, 'text', 'row')).toBe('matches')
      expect(secrets.checkDigest(digest, 'other', 'row')).toBe('differs')
      expect(secrets.checkDigest(digest, 'text', 'other')).toBe('differs')
      expect(secrets.checkDigest(`${digest}x`, 'text', 'row')).toBe('differs')
      expect(secrets.checkDigest('a'.repeat(64), 'text', 'row')).toBe('unknown_key')
    }
    expect(createSecrets([other]).checkDigest(digest, 'text', 'row')).toBe('unknown_key')
  })
})

describe('createSecret()', () => {
  test('shows itself nowhere', () => {
    const secret = createSecret('canary-5d1f')
    const shown = [
      `${secret}`,
      JSON.stringify({ secret }),
      inspect({ secret }),
      format('%s %o %j', secret, secret, secret),
    ]
    expect(shown.join()).not.toContain('canary')
    expect(Object.keys(secret).map((key) => Reflect.get(secret, key))).not.toContain('canary-5d1f')
  })
})

describe('loadSecretKey()', () => {
  test('makes a key for the owner only, and reads it again', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pictable-key-'))
    const first = loadSecretKey({ configured: undefined, dataDir })
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(loadSecretKey({ configured: undefined, dataDir }).reveal()).toBe(first.reveal())
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()).toBe(first.reveal())
  })

  test('takes the configured one', () => {
    expect(loadSecretKey({ configured: 'x'.repeat(32), dataDir: '/nowhere' }).reveal()).toBe('x'.repeat(32))
  })

  test('refuses a damaged file instead of replacing it', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pictable-key-'))
    writeFileSync(join(dataDir, 'secret.key'), 'half')
    expect(() => loadSecretKey({ configured: undefined, dataDir })).toThrow(/damaged/)
  })
})
