import { once } from 'node:events'
import { createServer } from 'node:http'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { z } from 'zod'

/**
 * A process of its own: polls `/livez` of the server in its argument until its input ends, then prints what it saw. An idle
 * server in a thread of this process is polled at the same moments: its delays are those of the machine.
 */

const EVERY_MS = 10
const LONG_MS = 100

/** Serves nothing, without delay. */
async function serveIdle(): Promise<void> {
  const server = createServer((_request, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  parentPort?.postMessage(typeof address === 'object' ? address?.port : null)
}

async function delayOf(url: string): Promise<number> {
  const before = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  return performance.now() - before
}

async function poll(url: string): Promise<void> {
  const worker = new Worker(new URL(import.meta.url))
  const [port] = await once(worker, 'message')
  const idleUrl = `http://127.0.0.1:${z.number().parse(port)}/`
  const seen = { polls: 0, longestMs: 0, idleLongestMs: 0, long: 0, idleLong: 0, longWhileIdleWasNot: 0 }
  let isEnded = false
  process.stdin.resume().once('end', () => {
    isEnded = true
  })
  // Connections are opened by the first polls.
  for (let n = 0; n < 5; n++) await Promise.all([delayOf(`${url}/livez`), delayOf(idleUrl)])
  process.stderr.write('polling\n')
  while (!isEnded) {
    const [ms, idleMs] = await Promise.all([delayOf(`${url}/livez`), delayOf(idleUrl)])
    seen.polls++
    seen.longestMs = Math.max(seen.longestMs, ms)
    seen.idleLongestMs = Math.max(seen.idleLongestMs, idleMs)
    if (ms > LONG_MS) seen.long++
    if (idleMs > LONG_MS) seen.idleLong++
    if (ms > LONG_MS && ms - idleMs > LONG_MS) seen.longWhileIdleWasNot++
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  console.log(JSON.stringify(seen))
  process.exit(0)
}

if (isMainThread) await poll(z.url().parse(process.argv[2]))
else await serveIdle()
