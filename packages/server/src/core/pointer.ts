/** JSON pointer (RFC 6901) to a place in a request. */
export function pointer(...parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
