import type { Page } from 'playwright-core'

export interface Received {
  /** Of the address, without the origin. */
  path: string
  /** As sent, headers included. */
  bytes: number
  /** When it was asked for, in milliseconds since 1970. */
  askedAtMs: number
}

/** Counts what a page receives, from now on. @returns what it received so far */
export async function watchBytes(page: Page): Promise<() => Received[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const asked = new Map<string, Pick<Received, 'path' | 'askedAtMs'>>()
  const received = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) =>
    asked.set(requestId, { path: new URL(request.url).pathname, askedAtMs: 1000 * wallTime }),
  )
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    received.set(requestId, encodedDataLength),
  )
  return () => [...received].map(([id, bytes]) => ({ path: '', askedAtMs: 0, ...asked.get(id), bytes }))
}
