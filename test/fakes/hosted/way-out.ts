import type { SourceFetch } from '@pictable/server/core/ports/source-fetch.ts'
import type { WayOut } from '@pictable/server/sources/hosted/hosted-api.ts'

/** Nothing waits: how fast requests may go out is not what these tests are about. */
export const free = {
  enter: async () => ({ use: () => true, answered: async () => {} }),
  pause: async () => {},
}

/** What sources are made with. */
export const wayOf = (fetch: SourceFetch, governor: WayOut['governor'] = free): WayOut => ({ fetch, governor })

const tooMany = { status: 429, headers: { 'retry-after': '0' }, body: new TextEncoder().encode('{}') }

const writing = new Set(['PATCH', 'PUT'])

/** The way out without the guard, which has its own tests; it counts, and slows down when it is told to. */
export function createWay() {
  const way = { requests: 0, writes: 0, slowDowns: 0 }
  const send: SourceFetch = async ({ url, method, headers, body, signal }) => {
    if (way.slowDowns-- > 0) return tooMany
    way.requests++
    if (writing.has(method)) way.writes++
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  }
  return Object.assign(way, { send })
}
