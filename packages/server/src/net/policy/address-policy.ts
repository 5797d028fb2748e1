import ipaddr from 'ipaddr.js'
import { nat64Range, publicIpv6Ranges, specialIpv4Ranges, specialIpv6Ranges } from './address-ranges.ts'
import { type Address, isInside, isNeverOpen, parseEgressAllow, rangesOf } from './egress-allow.ts'
import { bareHost, isHostName, isPrivateName } from './host-name.ts'
import { NetError, openableProblems, refusal } from './net-error.ts'
import { isOpenPort, type PortUse } from './ports.ts'
import { asTyped } from './typed-host.ts'

const maxUrlCharacters = 8192

/** `httpCure`: what may be done about a refusal of http://, in words that end the message. */
export type UrlRules = { allowHttp: boolean; httpCure?: string | undefined }

export type AddressPolicy = {
  /** Answers the URL in its parsed form; throws a `NetError`. Names are not resolved here. */
  checkUrl(url: string, rules: UrlRules): URL
  /** Throws a `NetError` unless a host (name or IP literal) and port may be dialled. */
  checkHostPort(host: string, port: number, use: PortUse): void
  /** Why a host name is refused, in words; undefined when it is not. */
  checkName(host: string): string | undefined
  /** Why an address, as a resolver or a socket reports it, is refused; undefined when it may be dialled. */
  checkAddress(address: string): string | undefined
}

const specialIpv4 = rangesOf(specialIpv4Ranges)
const publicIpv6 = rangesOf(publicIpv6Ranges)
const specialIpv6 = rangesOf(specialIpv6Ranges)
const nat64Ranges = rangesOf([nat64Range])

/**
 * Which addresses may be dialled: public ones, and those that `allow` lists (PICTABLE_EGRESS_ALLOW: networks, addresses
 * and host names; a listed name may be private, its addresses must be public or listed). `nat64` reads the IPv4 address
 * inside 64:ff9b::/96. Throws a `StartError` for a bad list.
 */
export function createAddressPolicy({ allow, nat64 = false }: { allow: string; nat64?: boolean }): AddressPolicy {
  const listed = parseEgressAllow(allow)

  function checkAddress(text: string): string | undefined {
    const address = parseAddress(text, nat64)
    if (address === undefined) return 'its IP address cannot be parsed'
    if (isNeverOpen(address)) return 'its IP address is link-local, reserved or a metadata service'
    return isPublic(address) || isInside(address, listed.ranges) ? undefined : openableProblems.address
  }

  function checkName(host: string): string | undefined {
    const name = bareHost(host)
    if (!isHostName(name)) return 'it is not a host name'
    return isPrivateName(name) && !listed.names.has(name) ? openableProblems.name : undefined
  }

  function checkHostPort(host: string, port: number, use: PortUse): void {
    if (!isOpenPort(port, use)) throw refusal('blocked_port', host, `port ${port} is blocked`)
    const bare = bareHost(host)
    const problem = ipaddr.isValid(bare) ? checkAddress(bare) : checkName(host)
    if (problem !== undefined) throw refusal('blocked_address', host, problem)
  }

  function checkUrl(text: string, rules: UrlRules): URL {
    try {
      return checkParsed(text, rules)
    } catch (error) {
      throw asTyped(error, text)
    }
  }

  function checkParsed(text: string, { allowHttp, httpCure }: UrlRules): URL {
    const url = text.length > maxUrlCharacters ? null : URL.parse(text)
    if (url === null || url.href.length > maxUrlCharacters) {
      throw new NetError('blocked_url', `The URL is invalid, or longer than ${maxUrlCharacters} characters`)
    }
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new NetError('blocked_url', `The URL must begin with https://${allowHttp ? ' or http://' : ''}`)
    }
    if (url.protocol === 'http:' && !allowHttp) {
      throw refusal('blocked_url', url.hostname, `only https:// is allowed here${httpCure ?? ''}`)
    }
    if (url.username !== '' || url.password !== '') {
      throw refusal('blocked_url', url.hostname, 'the URL contains a user name or a password')
    }
    checkHostPort(url.hostname, portOf(url), 'http')
    return url
  }

  return { checkUrl, checkHostPort, checkName, checkAddress }
}

/** The port that a URL leads to. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/** Only the plain spellings: a resolver and a socket report no other, and `URL` has turned all others into them. */
function parseAddress(text: string, nat64: boolean): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  return nat64 && isInside(address, nat64Ranges) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address
}

function isPublic(address: Address): boolean {
  return address instanceof ipaddr.IPv4
    ? !isInside(address, specialIpv4)
    : isInside(address, publicIpv6) && !isInside(address, specialIpv6)
}
