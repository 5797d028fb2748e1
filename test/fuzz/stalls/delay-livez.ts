import { rm } from 'node:fs/promises'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { z } from 'zod'
import type { WireRequest } from '#test/fuzz/requests.ts'
import { openWire } from '#test/fuzz/send.ts'
import { freePort, startServerProcess } from '#test/server-process.ts'
import { eachOperation, type LargeRequestOptions } from './each-large-request.ts'
import { type LivezDelays, watchLivez } from './watch-livez.ts'

const key = 'the-operators-key-of-the-tests'
const MAX_SENDERS = 4

const stallSchema = z.object({ stall_ms: z.number() })

/** The last line says it: each tells of a longer one. */
function longestStallMs(log: string): number {
  const [last] = log
    .split('\n')
    .filter((line) => line.startsWith('{"stall_ms":'))
    .toReversed()
  return last === undefined ? 0 : stallSchema.parse(JSON.parse(last)).stall_ms
}

/** What a server of its own process did while it was sent large requests. */
export interface DelayReport {
  requests: number
  /** How many were answered with which status. */
  statuses: Record<string, number>
  seconds: number
  /** CPU time that its main thread took without a pause, at most. */
  longestStallMs: number
  livez: LivezDelays
}

/** Sends large requests to every operation of a server while another process polls its `/livez`. */
export async function delayLivez({
  log = () => {},
  ...options
}: Omit<LargeRequestOptions, 'url' | 'key'> & { log?: (line: string) => void }): Promise<DelayReport> {
  const dataDir = makeDataDirectory('pictable-livez-')
  const settings = {
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: key,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: 'error',
    PICTABLE_EGRESS_ALLOW: '127.0.0.1/32',
  }
  const server = await startServerProcess(settings, { main: 'test/fuzz/stalls/watched-server.ts' })
  const wire = openWire(server.url)
  const began = performance.now()
  const secondsSince = (since: number) => (performance.now() - since) / 1000
  const statuses: Record<string, number> = {}
  let requests = 0
  const statusOf = (request: WireRequest) =>
    wire.send(request).then(
      (answer) => answer?.status ?? 'cut off',
      () => 'not answered',
    )
  try {
    const watch = await watchLivez(server.url)
    await eachOperation({ ...options, url: server.url, key }, async (operation, large) => {
      const [before, since] = [requests, performance.now()]
      const iterator = large[Symbol.iterator]()
      const sendAll = async () => {
        for (let next = iterator.next(); !next.done; next = iterator.next()) {
          const status = await statusOf(next.value.make())
          statuses[status] = (statuses[status] ?? 0) + 1
          requests++
        }
      }
      await Promise.all(Array.from({ length: MAX_SENDERS }, sendAll))
      log(`${operation.name}: ${requests - before} requests in ${secondsSince(since).toFixed(1)} s`)
    })
    const livez = await watch.stop()
    const seconds = Math.round(secondsSince(began))
    return { requests, statuses, seconds, longestStallMs: longestStallMs(server.log()), livez }
  } finally {
    wire.close()
    await server.end('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
}
