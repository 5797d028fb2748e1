import { type AddressPolicy, createAddressPolicy } from './address-policy.ts'
import { bareHost, isHostName } from './host-name.ts'

/**
 * For a server that the operator has named in the settings, such as that for mail: it may be on this machine or in a private
 * network. Opens all addresses except link-local and metadata ones: it is for connections to that host alone.
 */
export function createOperatorPolicy(host: string): AddressPolicy {
  const name = bareHost(host)
  return createAddressPolicy({ allow: ['0.0.0.0/0', '::/0', ...(isHostName(name) ? [name] : [])].join() })
}
