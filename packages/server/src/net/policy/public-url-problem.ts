import ipaddr from 'ipaddr.js'
import { createAddressPolicy } from './address-policy.ts'
import { bareHost } from './host-name.ts'

const policy = createAddressPolicy({ allow: '' })

function isThisMachine(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return ipaddr.isValid(host) && ['loopback', 'unspecified'].includes(ipaddr.process(host).range())
}

/**
 * Why hosted tables cannot fetch from this address, in words that end a sentence; undefined when nothing in it speaks
 * against it. Nobody can see from inside whether a public address leads here.
 */
export function publicUrlProblem(url: string): string | undefined {
  const host = bareHost(new URL(url).hostname)
  if (isThisMachine(host)) return 'which only this machine can reach'
  const problem = ipaddr.isValid(host) ? policy.checkAddress(host) : policy.checkName(host)
  return problem === undefined ? undefined : 'which only its own network can reach'
}
