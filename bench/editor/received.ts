import type { Page } from 'playwright-core'

export interface Received {
  /** Of the address, without the origin. */
  path: string
  /** As sent, headers included. */
  bytes: number
}

/** Counts what a page receives, from now on. @returns what it received so far */
export async function watchBytes(page: Page): Promise<() => Received[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const paths = new Map<string, string>()
  const received = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  )
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    received.set(requestId, encodedDataLength),
  )
  return () => [...received].map(([id, bytes]) => ({ path: paths.get(id) ?? '', bytes }))
}
