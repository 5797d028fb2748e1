import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretForms } from './secret-forms.ts'

const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) })
const shows = (text: string, secret: string) => secretForms(secret).some((form) => text.includes(form))

describe('secretForms()', () => {
  test('finds a secret in whatever text holds it, plain or encoded', () => {
    const parts = fc.tuple(printable, fc.string({ minLength: 8, unit: fc.constantFrom(...'aZ09+/"%=-_é') }), printable)
    fc.assert(
      fc.property(parts, ([before, secret, after]) => {
        const text = `${before}${secret}${after}`
        const bytes = Buffer.from(text)
        for (const encoding of ['hex', 'base64', 'base64url'] as const)
          expect(shows(bytes.toString(encoding), secret)).toBe(true)
        expect(shows(bytes.toString('hex').toUpperCase(), secret)).toBe(true)
        expect(shows(JSON.stringify({ text }), secret)).toBe(true)
        expect(shows(encodeURIComponent(secret), secret)).toBe(true)
      }),
    )
  })

  test('knows the token of a scheme, and the password of Basic', () => {
    expect(shows('got token-1234567', 'Bearer token-1234567')).toBe(true)
    const basic = `Basic ${Buffer.from('shop:pass-word-1').toString('base64')}`
    expect(shows('{"password":"pass-word-1"}', basic)).toBe(true)
  })

  test('leaves what is no secret: a scheme, and what is too short', () => {
    expect(secretForms('abc')).toEqual([])
    expect(shows('Bearer of news', 'Bearer token-1234567')).toBe(false)
  })
})
