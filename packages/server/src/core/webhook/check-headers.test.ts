import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#core/fakes/any-text.ts'
import { problemsOfHeaders } from './check-headers.ts'

describe('problemsOfHeaders()', () => {
  test.each([
    ['Authorization', 'Bearer <TOKEN>'],
    ['X-Api-Key', 'a\tb c'],
    ["!#$%&'*+-.^_`|~0aZ", '~'],
    ['X-Long', 'v'.repeat(4096)],
    ['n'.repeat(128), 'v'],
  ])('takes %s', (name, value) => {
    expect(problemsOfHeaders({ [name]: value })).toEqual([])
  })

  test.each([
    ...['host', 'Content-Type', 'content-length', 'Connection', 'transfer-encoding', 'TE', 'upgrade', 'expect'],
    ...['keep-alive', 'trailer', 'proxy-authorization', 'Sec-Fetch-Site', 'webhook-id', 'X-Service-Signature'],
    ...['User-Agent', 'Metadata-Flavor', 'X-aws-ec2-metadata-token', 'X-aws-ec2-metadata-token-ttl-seconds'],
    ...['X-Google-Metadata-Request', '__proto__', 'a b', 'a:b', 'a\r\nb', '', 'ä', 'n'.repeat(129), 'a\0'],
  ])('refuses the name %j', (name) => {
    const headers = Object.fromEntries([[name, 'value']])
    expect(problemsOfHeaders(headers)).toHaveLength(1)
  })

  test.each(['', ' a', 'a ', 'a\r\nX-Evil: 1', 'a\n', 'a\0b', 'ä', '\x7f', 'v'.repeat(4097)])(
    'refuses the value %j',
    (value) => {
      expect(problemsOfHeaders({ 'X-A': value })).toHaveLength(1)
    },
  )

  test('refuses the same name in another case, too many, and too much', () => {
    expect(problemsOfHeaders({ 'X-A': '1', 'x-a': '2' })).toMatchObject([{ pointer: '/headers/x-a' }])
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`X-${index}`, 'v']))
    expect(problemsOfHeaders(many)).toMatchObject([{ pointer: '/headers' }])
    expect(problemsOfHeaders({ 'X-A': 'v'.repeat(4096), 'X-B': 'v'.repeat(4096) })).toMatchObject([
      { pointer: '/headers' },
    ])
  })

  test('lets nothing pass that could break a line', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (name, value) => {
        if (problemsOfHeaders(Object.fromEntries([[name, value]])).length === 0) {
          expect(`${name}: ${value}`).toMatch(/^[\t\x20-\x7e]+$/)
        }
      }),
    )
  })
})
