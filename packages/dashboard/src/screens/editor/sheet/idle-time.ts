/** Asks again and again for a page that never rests, so that what waits is done after all. */
const TIMEOUT_MS = 300
/** Where a browser does not say how much time there is. */
const ASSUMED_MS = 8

const isSupported = typeof requestIdleCallback === 'function'

/** Runs something when the page has nothing else to do, and says for how long. Returns how to give it up. */
export function whenIdle(run: (leftMs: number) => void): () => void {
  if (isSupported) {
    const request = requestIdleCallback((deadline) => run(deadline.timeRemaining()), { timeout: TIMEOUT_MS })
    return () => cancelIdleCallback(request)
  }
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run(ASSUMED_MS)
  }
  port2.postMessage(null)
  return () => port1.close()
}
