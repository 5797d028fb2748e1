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
const REPORTED_STALLS = 10

const stallSchema = z.object({ stall_ms: z.number(), requests: z.array(z.string()) })

/** A time during which the server's main thread did nothing else, and the requests that were under way. */
export interface ServerStall {
  ms: number
  requests: string[]
}

/** The longest stalls that a server printed, the longest first. */
function readStalls(log: string): ServerStall[] {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{"stall_ms":'))
    .map((line) => stallSchema.parse(JSON.parse(line)))
    .map(({ stall_ms: ms, requests }) => ({ ms, requests }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, REPORTED_STALLS)
}

/** What a server of its own process did while it was sent large requests. */
export interface DelayReport {
  requests: number
  /** How many were answered with which status. */
  statuses: Record<string, number>
  seconds: number
  /** CPU time that its main thread took without a pause, at most. */
  longestStallMs: number
  /** The longest of them. */
  stalls: ServerStall[]
  livez: LivezDelays
}

/** Sends large requests to every operation of a server while another process polls its `/livez`. */
export async function delayLivez({
  log = () => {},
  senders = MAX_SENDERS,
  ...options
}: Omit<LargeRequestOptions, 'url' | 'key'> & {
  log?: (line: string) => void
  /** With one sender each stall has one cause. */
  senders?: number | undefined
}): Promise<DelayReport> {
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
  const statusOf = (name: string, { headers, ...request }: WireRequest) =>
    wire.send({ ...request, headers: { ...headers, 'x-large-request': encodeURIComponent(name.toWellFormed()) } }).then(
      (answer) => answer?.status ?? 'cut off',
      (error) => {
        log(`not answered: ${name}: ${error}`)
        return 'not answered'
      },
    )
  try {
    const watch = await watchLivez(server.url)
    await eachOperation({ ...options, url: server.url, key }, async (operation, large) => {
      const [before, since] = [requests, performance.now()]
      const iterator = large[Symbol.iterator]()
      const sendAll = async () => {
        for (let next = iterator.next(); !next.done; next = iterator.next()) {
          const { name, make } = next.value
          const status = await statusOf(`${operation.name}: ${name}`, make())
          statuses[status] = (statuses[status] ?? 0) + 1
          requests++
        }
      }
      await Promise.all(Array.from({ length: senders }, sendAll))
      log(`${operation.name}: ${requests - before} requests in ${secondsSince(since).toFixed(1)} s`)
    })
    const livez = await watch.stop()
    const seconds = Math.round(secondsSince(began))
    const stalls = readStalls(server.log())
    return { requests, statuses, seconds, longestStallMs: stalls[0]?.ms ?? 0, stalls, livez }
  } finally {
    wire.close()
    await server.end('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
}
