import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

const canonical = (address: string) => ipaddr.parse(address).toString()

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2::5:6:7:8:9', '1:2:0:5::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test('addresses of IPv6 count as one exactly when their first halves are the same', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  const half = fc.tuple(group, group, group, group)
  const text = (...halves: number[][]) =>
    canonical(halves.flatMap((groups) => groups.map((n) => n.toString(16))).join(':'))
  fc.assert(
    fc.property(half, half, half, half, (first, second, one, other) => {
      expect(networkOf(text(first, one))).toBe(networkOf(text(first, other)))
      expect(networkOf(text(first, one)) === networkOf(text(second, one))).toBe(`${first}` === `${second}`)
    }),
  )
})
