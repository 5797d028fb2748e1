import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { createVettedResolve, lookupOf } from './vetted-addresses.ts'

const policy = createAddressPolicy({ allow: '' })
const dns = expect.objectContaining({ code: 'dns' })

describe('createVettedResolve()', () => {
  test('takes an IP address for itself, with its family', async () => {
    const resolve = createVettedResolve(policy, async () => {
      throw new Error('it is no name')
    })
    expect(await resolve('8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(await resolve('2606:4700::1')).toEqual([{ address: '2606:4700::1', family: 6 }])
  })

  test('refuses a name without an address', async () => {
    await expect(createVettedResolve(policy, async () => [])('none.example.com')).rejects.toEqual(dns)
    const failing = createVettedResolve(policy, async () => {
      throw new Error('the resolver is away')
    })
    await expect(failing('none.example.com')).rejects.toEqual(dns)
  })

  test('refuses a name of which any address is bad', async () => {
    const addresses = [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ] as const
    await expect(createVettedResolve(policy, async () => [...addresses])('mixed.example.com')).rejects.toMatchObject({
      code: 'blocked_address',
    })
  })
})

describe('lookupOf()', () => {
  test('answers an error when there is no address', async () => {
    await expect(promisify(lookupOf([]))('none.example.com', {})).rejects.toEqual(dns)
    await expect(promisify(lookupOf([]))('none.example.com', { all: true })).rejects.toEqual(dns)
  })
})
