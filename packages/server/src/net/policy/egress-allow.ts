import ipaddr from 'ipaddr.js'
import { StartError } from '#core/start-error.ts'
import { neverRanges } from './address-ranges.ts'
import { isHostName } from './host-name.ts'

export type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/** Parses ranges that stand in our own tables. */
export const rangesOf = (cidrs: readonly string[]): Range[] => cidrs.map((cidr) => ipaddr.parseCIDR(cidr))

/** Whether the address lies in one of the ranges; addresses of the two families never match each other. */
export function isInside(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}

const never = rangesOf(neverRanges)

/** Addresses that stay closed whatever the operator lists. */
export function isNeverOpen(address: Address): boolean {
  return (isInside(address, never) && address.toString() !== '::1') || isIsatap(address)
}

/** RFC 5214: the interface id is 0:5efe or 200:5efe and an IPv4 address, under any prefix. */
function isIsatap(address: Address): boolean {
  return address instanceof ipaddr.IPv6 && ((address.parts[4] ?? 0) & ~0x0300) === 0 && address.parts[5] === 0x5efe
}

type EgressAllow = { ranges: Range[]; names: ReadonlySet<string> }

/** Reads PICTABLE_EGRESS_ALLOW: a comma list of networks, addresses and host names. Throws a `StartError`. */
export function parseEgressAllow(list: string): EgressAllow {
  const ranges: Range[] = []
  const names = new Set<string>()
  for (const entry of list.split(',').map((text) => text.trim())) {
    if (entry === '') continue
    const range = parseRange(entry)
    if (range !== undefined) ranges.push(checkedRange(entry, range))
    else names.add(checkedName(entry))
  }
  return { ranges, names }
}

function refuse(entry: string, why: string): StartError {
  return new StartError(`PICTABLE_EGRESS_ALLOW: "${entry}" ${why}`)
}

function parseRange(entry: string): Range | undefined {
  if (entry.includes('%')) return undefined
  if (ipaddr.IPv4.isValidFourPartDecimal(entry)) return [ipaddr.IPv4.parse(entry), 32]
  if (ipaddr.IPv6.isValid(entry)) return [ipaddr.IPv6.parse(entry), 128]
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(entry)) return ipaddr.IPv4.parseCIDR(entry)
  return ipaddr.IPv6.isValidCIDR(entry) ? ipaddr.IPv6.parseCIDR(entry) : undefined
}

function checkedRange(entry: string, [address, bits]: Range): Range {
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)
  if (network.toString() !== address.toString()) {
    throw refuse(entry, `has bits after its prefix. Write the network ${network}/${bits}`)
  }
  const closed = never.some(([range, rangeBits]) => bits >= rangeBits && isInside(address, [[range, rangeBits]]))
  if (closed && !(bits === 128 && address.toString() === '::1')) {
    throw refuse(entry, 'can never be allowed: link-local, metadata and translated IP addresses stay blocked')
  }
  return [address, bits]
}

function checkedName(entry: string): string {
  const name = entry.toLowerCase().replace(/\.$/, '')
  if (!isHostName(name)) {
    throw refuse(entry, 'is neither a network (10.0.0.0/8), an IP address (10.0.0.7) nor a host name (minio.lan)')
  }
  return name
}
