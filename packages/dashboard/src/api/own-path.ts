/**
 * `ownPath()` gives an address of our own files as this page may ask for it. The public address in it may be another
 * name of this server, which the page's policy does not let in.
 */
export function ownPath(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}
