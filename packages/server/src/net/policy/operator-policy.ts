import { type AddressPolicy, createAddressPolicy } from './address-policy.ts'
import { bareHost, isHostName } from './host-name.ts'

/**
 * For a server that the operator has named in the settings, such as that for mail: it may be on this machine or in a private
 * network. Everything else stays closed, and link-local and metadata addresses do anyway.
 */
export function createOperatorPolicy(host: string): AddressPolicy {
  const name = bareHost(host)
  return createAddressPolicy({ allow: ['0.0.0.0/0', '::/0', ...(isHostName(name) ? [name] : [])].join() })
}
