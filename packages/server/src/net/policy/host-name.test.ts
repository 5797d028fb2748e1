import { describe, expect, test } from 'vitest'
import { bareHost, isHostName, isPrivateName } from './host-name.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

const longest = 'x'.repeat(63)

describe('isHostName()', () => {
  test.each([
    'a',
    'minio.lan',
    '_dmarc.example.com',
    'a-b.example',
    'xn--bcher-kva.example',
    '1.example',
    'a1',
    longest,
    `a.${'b.'.repeat(125)}c`,
    '0x.example',
    'a0x1f',
  ])('takes %s', (name) => expect(isHostName(name)).toBe(true))
  test.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    '-a',
    'a-',
    'A',
    'a b',
    'é',
    'a/b',
    `${longest}x`,
    `a.${'b.'.repeat(125)}cd`,
    '1',
    '10.0.0.7',
    'a.1',
    'a.0x',
    'a.0x7f',
    '0x7f',
    '[::1]',
    'a\n',
  ])('refuses %j', (name) => expect(isHostName(name)).toBe(false))
})

test.each([
  ['[::1]', '::1'],
  ['[FE80::1]', 'FE80::1'],
  ['Example.COM.', 'example.com'],
  ['example.com..', 'example.com.'],
  ['a.b', 'a.b'],
])('bareHost() of %s is %s', (host, bare) => expect(bareHost(host)).toBe(bare))

describe('isPrivateName()', () => {
  test.each([
    'nas',
    'a.local',
    'a.internal',
    'a.localhost',
    'a.localdomain',
    'a.lan',
    'a.home.arpa',
    'home.arpa',
    'b.a.lan',
  ])('%s is for one network', (name) => expect(isPrivateName(name)).toBe(true))
  test.each([
    'a.example',
    'mylan.example',
    'a.mylan',
    'local.example',
    'lan.example',
    'arpa.example',
    'a.arpa',
    'xhome.arpa',
  ])('%s is for all', (name) => expect(isPrivateName(name)).toBe(false))
})

describe('parseTrustedProxies()', () => {
  test('reads addresses and networks', () => {
    expect(parseTrustedProxies(' 10.0.0.7, 10.0.0.0/8,::1 ,fd00::/8, ')).toEqual([
      '10.0.0.7',
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ])
    expect(parseTrustedProxies('')).toEqual([])
  })
  test.each(['10.0.0', '10.0.0.0/33', 'proxy.lan', '10.0.0.7/', '::1/129', '1'])('refuses %s', (entry) =>
    expect(() => parseTrustedProxies(`10.0.0.7,${entry}`)).toThrow(`PICTABLE_TRUSTED_PROXIES: "${entry}" is neither`),
  )
})
