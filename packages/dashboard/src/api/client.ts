import { createClient } from '@pictable/client'
import { connection } from './connection.ts'
import { isSave } from './is-save.ts'
import { otherTabs } from './tab-channel.ts'

const unreachable = new Set([502, 503, 504])

/** Notes in passing whether the server and the session are still there, and tells other tabs of what was saved. */
export async function watched(send: typeof fetch, ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  try {
    const response = await send(input, { ...init, credentials: 'same-origin' })
    const isProblem = response.headers.get('content-type')?.includes('json') === true
    // A proxy in front answers for a server that is gone, and not in our words.
    connection.set({ server: unreachable.has(response.status) && !isProblem ? 'gone' : 'reached' })
    if (response.status === 401 && connection.get().session === 'open') connection.set({ session: 'ended' })
    const { pathname } = new URL(String(input), location.origin)
    if (isSave({ method: init?.method, pathname }, response.status)) otherTabs.postMessage('saved')
    return response
  } catch (error) {
    if (!init?.signal?.aborted) connection.set({ server: 'gone' })
    throw error
  }
}

export const client = createClient({ baseUrl: location.origin, fetch: (...request) => watched(fetch, ...request) })
