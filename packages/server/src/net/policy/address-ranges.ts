/** IPv4 that no public host has, beside `neverRanges`: the IANA special-purpose registry, and class E. */
export const specialIpv4Ranges = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
]

/** The only IPv6 in use for public hosts … */
export const publicIpv6Ranges = ['2000::/3']

/** … and what inside it is special, beside `neverRanges`: protocols of the IETF, documentation, AS112. */
export const specialIpv6Ranges = ['2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20']

/** 64:ff9b::/96 holds an IPv4 address in its last 32 bits (RFC 6052). */
export const nat64Range = '64:ff9b::/96'

/**
 * What an operator's list never opens: link-local and metadata addresses, addresses that are no host, and the forms of
 * IPv6 that hide an IPv4 address. `::1` is carved out of the IPv4-compatible range by the policy.
 */
export const neverRanges = [
  '0.0.0.0/8',
  '100.100.100.200/32', // Alibaba Cloud metadata
  '168.63.129.16/32', // Azure wire server
  '169.254.0.0/16',
  '192.0.0.192/32', // Oracle Cloud metadata
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fd00:42::42/128', // Scaleway metadata
  'fd00:c1::a9fe:a9fe/128', // Oracle Cloud metadata
  'fd00:ec2::/32', // AWS metadata, DNS and time
  'fd20:ce::254/128', // Google Cloud metadata
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]
