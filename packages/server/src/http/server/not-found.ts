import type { Endpoint } from '@pictable/client'

/** Which methods an address takes; none when it leads nowhere. */
export type MethodsAt = (path: string) => string[]

/** `createMethodsAt()` answers from the table of endpoints. */
export function createMethodsAt(endpoints: readonly Endpoint[]): MethodsAt {
  const addresses = endpoints.map((entry) => ({
    method: entry.method,
    pattern: new RegExp(`^${entry.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
  }))
  return (path) => {
    const methods = new Set<string>(addresses.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.size === 0) return []
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods, 'OPTIONS'].sort()
  }
}
