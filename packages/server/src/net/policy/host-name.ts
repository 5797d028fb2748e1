const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Whether the text is a host name in its canonical form: lower case, punycode, no dot at its end, no address. */
export function isHostName(name: string): boolean {
  const labels = name.split('.')
  // A last label of digits, or 0x…, is read as an IPv4 address by resolvers.
  return name.length <= 253 && labels.every((part) => label.test(part)) && !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(name)
}

/** The host without the brackets of an IPv6 literal and without the dot that ends a full name. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.toLowerCase().replace(/\.$/, '')
}

const privateSuffixes = ['local', 'internal', 'localhost', 'localdomain', 'lan', 'home.arpa']

/** Whether a canonical name is meant for one network only: a single label, or below a suffix of that kind. */
export function isPrivateName(name: string): boolean {
  return !name.includes('.') || privateSuffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
}
