import { readFileSync, rmSync } from 'node:fs'
import { createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startS3Server } from '#test/fakes/s3/s3-server.ts'
import { startReceiver, status } from '#test/scenarios/receiver.ts'
import { makeCards, trigger, untilEnded, untilRun } from '#test/scenarios/whole-app.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const AWAY_MS = 10_000
const RECORDS = 150
const adminKey = 'away-admin-key-0123456789'
const LINE_SCHEMA = z.object({ msg: z.string() })

const closing = new AsyncDisposableStack()
let server: ServerProcess
let s3: Awaited<ReturnType<typeof startS3Server>>
let collector: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  s3 = await startS3Server()
  closing.defer(s3.close)
  collector = await startReceiver()
  closing.defer(collector.close)
  collector.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  const dataDir = makeDataDirectory('pictable-away-')
  closing.defer(async () => rmSync(dataDir, { recursive: true, force: true }))
  server = await startServerProcess({
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: 'warn',
    PICTABLE_RENDER_PROCESSES: '1',
    PICTABLE_STORAGE: 's3://pictures/away',
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    AWS_REGION: s3.region,
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
  })
  closing.defer(async () => void (await server.end('SIGKILL')))
})
afterAll(() => closing.disposeAsync())

/** CPU time of the server process, which the kernel counts in hundredths of a second. */
function cpuMs(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Lines of the log since then, by message, without those of the requests made here. */
function linesSince(length: number): Map<string, number> {
  const lines = server.log().slice(length).trim().split('\n').filter(Boolean)
  const messages = lines
    .map((line) => LINE_SCHEMA.parse(JSON.parse(line)).msg)
    .filter((message) => message !== 'request')
  return new Map([...Map.groupBy(messages, (message) => message)].map(([message, all]) => [message, all.length]))
}

/** Asks for readiness again and again, as many probes do. */
async function askReadiness(untilMs: number): Promise<number[]> {
  const statuses: number[] = []
  while (performance.now() < untilMs) {
    statuses.push((await fetch(`${server.url}/readyz`)).status)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return statuses
}

test('a storage and a collector that are away for 10 s are asked with backoff, and all goes on when they are back', async () => {
  const client = createClient({ baseUrl: server.url, apiKey: adminKey })
  const { actionId } = await makeCards(client, RECORDS)
  const runId = await trigger(client, actionId)
  await untilRun(client, runId, ({ rendered }) => rendered > 0)

  const down = {
    request: /./,
    times: Number.POSITIVE_INFINITY,
    status: 503,
    code: 'ServiceUnavailable',
    message: 'Away',
  }
  s3.fail(down)
  collector.answer = status(503)
  const [asked, exported, logged, cpuBefore] = [
    s3.requests.length,
    collector.received.length,
    server.log().length,
    cpuMs(),
  ]
  const awayFromMs = performance.now()
  const statuses = await askReadiness(awayFromMs + AWAY_MS)
  /** How many times as long as it was meant to last: a busy machine is late. */
  const stretch = (performance.now() - awayFromMs) / AWAY_MS
  const lines = linesSince(logged)
  const figures = {
    storageRequests: s3.requests.length - asked,
    readinessChecks: s3.requests.slice(asked).filter((request) => request.endsWith('checks/write')).length,
    exports: collector.received.length - exported,
    readinessAnswers: statuses.length,
    mostLines: Math.max(0, ...lines.values()),
    cpuMs: cpuMs() - cpuBefore,
  }
  expect(statuses).toContain(503)
  expect(figures.storageRequests).toBeGreaterThan(0)
  expect(figures.storageRequests).toBeLessThanOrEqual(200 * stretch)
  // Three attempts in each round, one a second, and one under way.
  expect(figures.readinessChecks).toBeLessThanOrEqual(3 * (1 + 10 * stretch))
  expect(figures.exports).toBeLessThanOrEqual(12 * stretch)
  // One line in ten seconds.
  expect(figures.mostLines).toBeLessThanOrEqual(1 + Math.floor(stretch))
  expect(figures.cpuMs).toBeLessThan(5000)

  s3.heal()
  collector.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  const backAt = collector.received.length
  expect(await untilEnded(client, runId)).toMatchObject({ rendered: RECORDS, failed: 0 })
  await collector.until(backAt + 1)
})
