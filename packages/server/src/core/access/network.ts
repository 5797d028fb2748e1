/** What limits count an address as: whoever has one of IPv6 has 2^64 of them. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
