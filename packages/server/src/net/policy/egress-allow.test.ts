import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { isInside, isNeverOpen, parseEgressAllow, rangesOf } from './egress-allow.ts'

describe('isNeverOpen()', () => {
  test.each([
    '169.254.169.254',
    '0.0.0.0',
    '::',
    'fe80::1',
    '64:ff9b::1',
    '2002:a00:7::',
    'fd00:ec2::254',
    '2001:db8::5efe:a00:7',
    '2001:db8::200:5efe:a00:7',
    '255.255.255.255',
  ])('%s stays closed', (address) => expect(isNeverOpen(ipaddr.parse(address))).toBe(true))
  test.each([
    '::1',
    '127.0.0.1',
    '10.0.0.7',
    'fd00::1',
    '2606:4700::1',
    '2001:db8::400:5efe:a00:7',
    '2001:db8::5eff:a00:7',
    '2001:db8::1:200:5efe:a00',
  ])('%s may be opened', (address) => expect(isNeverOpen(ipaddr.parse(address))).toBe(false))
})

test('isInside() tells the families apart', () => {
  const ranges = rangesOf(['10.0.0.0/8', 'fd00::/8'])
  const isIn = (address: string) => isInside(ipaddr.parse(address), ranges)
  expect(['10.255.0.1', 'fd12::1', '11.0.0.1', 'fe00::1', '::a00:1'].map(isIn)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

describe('parseEgressAllow()', () => {
  test('reads networks, addresses and names', () => {
    const { ranges, names } = parseEgressAllow(' 10.0.0.0/8, 192.168.1.2,fd00::/8 ,fd00::7,::1, MinIO.Lan., 127.0.0.1')
    expect(ranges.map(([address, bits]) => `${address}/${bits}`)).toEqual([
      '10.0.0.0/8',
      '192.168.1.2/32',
      'fd00::/8',
      'fd00::7/128',
      '::1/128',
      '127.0.0.1/32',
    ])
    expect([...names]).toEqual(['minio.lan'])
    expect(parseEgressAllow('')).toEqual({ ranges: [], names: new Set() })
    expect(parseEgressAllow(' , ,a.b').names).toEqual(new Set(['a.b']))
  })

  test.each([
    ['10.0.0.7/8', 'has bits after its prefix. Write the network 10.0.0.0/8'],
    ['fd00::1/8', 'has bits after its prefix. Write the network fd00::/8'],
    ['169.254.169.254', 'can never be allowed'],
    ['169.254.0.0/16', 'can never be allowed'],
    ['fe80::/10', 'can never be allowed'],
    ['10.0.0', 'is neither a network'],
    ['10.0.0.0/33', 'is neither a network'],
    ['fe80::1%eth0', 'is neither a network'],
    ['a b', 'is neither a network'],
    ['a..', 'is neither a network'],
  ])('refuses %s, which %s', (entry, why) =>
    expect(() => parseEgressAllow(`minio.lan,${entry}`)).toThrow(`PICTABLE_EGRESS_ALLOW: "${entry}" ${why}`),
  )

  test('takes a network that has closed ones in it: these stay closed', () => {
    expect(parseEgressAllow('0.0.0.0/0').ranges).toHaveLength(1)
    expect(parseEgressAllow('::/0').ranges).toHaveLength(1)
  })
})
