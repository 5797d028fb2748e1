import ipaddr from 'ipaddr.js'
import { StartError } from '#core/start-error.ts'

/** Reads PICTABLE_TRUSTED_PROXIES: a comma list of addresses and networks. @throws StartError naming what is neither */
export function parseTrustedProxies(list: string): string[] {
  const entries = list.split(',').flatMap((text) => text.trim() || [])
  for (const entry of entries) {
    const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || ipaddr.IPv6.isValidCIDR(entry)
    if (isNetwork || ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry)) continue
    throw new StartError(
      `PICTABLE_TRUSTED_PROXIES: "${entry}" is neither an IP address (10.0.0.7) nor a network (10.0.0.0/8)`,
    )
  }
  return entries
}
