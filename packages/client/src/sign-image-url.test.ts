import { createHmac } from 'node:crypto'
import { fileTypes, imageFormats } from '@pictable/model/image'
import { describe, expect, test } from 'vitest'
import { type SignImageUrlOptions, signImageUrl } from './sign-image-url.ts'

const options: SignImageUrlOptions = {
  baseUrl: 'https://pictable.example.com',
  keyId: 'uk_1',
  secret: 'uksec_qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo',
  templateId: 'tpl_1',
  expiresAt: new Date(1_767_225_600_999),
}
const hello = { ...options, values: { title: 'Hello world' } }

const signedOf = (url: string) => url.slice(url.indexOf('/i/'), url.indexOf('&sig='))

describe('signImageUrl()', () => {
  test('gives what the guide shows', async () => {
    expect(await signImageUrl(hello)).toBe(
      'https://pictable.example.com/i/tpl_1.png?title=Hello+world&exp=1767225600&kid=uk_1&sig=dVELVpcZduyhWX3K3P1iA6_cD77rG7jPUkelyYc0ZCM',
    )
  })

  test('signs path and query, not where they are reached', async () => {
    const url = await signImageUrl({ ...hello, baseUrl: 'http://localhost:4400/under/a/prefix/' })
    expect(url).toMatch(/^http:\/\/localhost:4400\/under\/a\/prefix\/i\/tpl_1\.png\?/)
    const sig = createHmac('sha256', options.secret).update(signedOf(url)).digest('base64url')
    expect(url.endsWith(`&sig=${sig}`)).toBe(true)
    expect(sig).toBe((await signImageUrl(hello)).slice(-43))
  })

  test('writes settings behind the values, and a dot before values of their names', async () => {
    const values = { width: 7, sig: 'a', '.x': true, v: '' }
    const url = await signImageUrl({
      ...options,
      values,
      format: 'jpeg',
      version: 3,
      width: 600,
      scale: 0.5,
      quality: 80,
    })
    expect(signedOf(url)).toBe(
      '/i/tpl_1.jpg?.width=7&.sig=a&..x=true&.v=&v=3&width=600&scale=0.5&quality=80&exp=1767225600&kid=uk_1',
    )
  })

  test('writes a dot before every value that has the name of a setting', async () => {
    const values = { v: 1, width: 2, scale: 3, quality: 4, exp: 5, kid: 6, sig: 7, vv: 8 }
    const { expiresAt: _, ...permanent } = options
    expect(signedOf(await signImageUrl({ ...permanent, values }))).toBe(
      '/i/tpl_1.png?.v=1&.width=2&.scale=3&.quality=4&.exp=5&.kid=6&.sig=7&vv=8&kid=uk_1',
    )
  })

  test('writes every signature in the alphabet of URLs', async () => {
    for (let n = 0; n < 50; n++) {
      const url = await signImageUrl({ ...options, values: { n } })
      const sig = createHmac('sha256', options.secret).update(signedOf(url)).digest('base64url')
      expect(url.slice(-43)).toBe(sig)
    }
  })

  test('gives up to 8,192 characters', async () => {
    const { expiresAt: _, ...permanent } = { ...options, baseUrl: 'https://a.example' }
    const long = (length: number) => signImageUrl({ ...permanent, values: { a: 'x'.repeat(length) } })
    const fixed = (await long(0)).length - permanent.baseUrl.length
    expect(await long(8192 - fixed)).toHaveLength(8192 + permanent.baseUrl.length)
    await expect(long(8193 - fixed)).rejects.toThrow('the URL has 8193 characters')
  })

  test('gives addresses that no URL parser changes', async () => {
    const title = Array.from({ length: 0x17f }, (_, code) => String.fromCodePoint(code + 1)).join('')
    const url = await signImageUrl({ ...options, values: { title } })
    expect(new URL(url).href).toBe(url)
    expect(new URL(url).searchParams.get('title')).toBe(title)
  })

  test.each(imageFormats)('gives %s the extension of its files', async (format) => {
    expect(signedOf(await signImageUrl({ ...hello, format }))).toContain(`/i/tpl_1.${fileTypes[format].extension}?`)
  })

  test('leaves out exp when it may', async () => {
    const { expiresAt: _, ...permanent } = hello
    expect(signedOf(await signImageUrl(permanent))).toBe('/i/tpl_1.png?title=Hello+world&kid=uk_1')
  })

  test.each([
    ['a secret that is empty', { secret: '' }, /secret/],
    ['a date that is none', { expiresAt: new Date('soon') }, /exp is not a number/],
    ['a number that is none', { width: Number.NaN }, /width is not a number/],
    ['more than an address can hold', { values: { title: 'é'.repeat(1400) } }, /the maximum is 8192/],
  ])('refuses %s', async (_what, change, message) => {
    await expect(signImageUrl({ ...hello, ...change })).rejects.toThrow(message)
  })
})
