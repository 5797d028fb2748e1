import { isIP, type LookupFunction } from 'node:net'
import type { AddressPolicy } from '#net/policy/address-policy.ts'
import { refusal } from '#net/policy/net-error.ts'
import type { Resolve, ResolvedAddress } from './guarded-fetch-types.ts'

/** Throws a `NetError` unless the address may be dialled; `host` is what the caller named. */
export function vet(policy: AddressPolicy, host: string, address: string): void {
  const problem = policy.checkAddress(address)
  if (problem !== undefined) throw refusal('blocked_address', host, problem)
}

/** Resolves a host (an IP literal is itself) and vets every answer: one bad answer refuses the name. */
export function createVettedResolve(policy: AddressPolicy, resolve: Resolve): Resolve {
  return async (host) => {
    const family = isIP(host)
    const addresses: ResolvedAddress[] =
      family === 0 ? await resolve(host).catch(() => []) : [{ address: host, family: family === 6 ? 6 : 4 }]
    if (addresses.length === 0) throw refusal('dns', host, 'its name cannot be resolved')
    for (const { address } of addresses) vet(policy, host, address)
    return addresses
  }
}

/** A lookup that knows nothing but these addresses: what was vetted is what is dialled. */
export function lookupOf(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (host, { all }, answer) => {
    const [first] = addresses
    if (first === undefined) answer(refusal('dns', host, 'its name cannot be resolved'), '')
    else if (all) answer(null, [...addresses])
    else answer(null, first.address, first.family)
  }
}
