import { rm } from 'node:fs/promises'
import { createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { cardDesign } from '#test/chaos/design.ts'
import { stoppedCall, WORK_POINT } from '#test/chaos/fault-points.ts'
import { adminKey, settingsFor } from '#test/chaos/installation.ts'
import { eventually } from '#test/chaos/settle.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { programPath } from '#test/programs.ts'
import { type Receiver, startReceiver } from '#test/scenarios/receiver.ts'
import { all } from '#test/scenarios/whole-app.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function settingsOn(databaseUrl: string | null) {
  const dataDir = makeDataDirectory('pictable-batches-')
  closers.push(() => rm(dataDir, { recursive: true, force: true }))
  const port = String(await freePort())
  return {
    PICTABLE_PORT: port,
    PICTABLE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...settingsFor(dataDir),
    ...(databaseUrl !== null && { PICTABLE_DATABASE_URL: databaseUrl }),
  }
}

const isEnd = ({ event }: Receiver['received'][number]['json']) => event === 'batch.completed'

const messageIds = ({ received }: Receiver) => new Set(received.map(({ headers }) => headers['webhook-id']))

interface Chaos {
  databaseUrl: string | null
  itemCount: number
  /** The moments of a job at which the process stops and is killed, one after the other: it never depends on how fast it is. */
  points: readonly number[]
  /** A second process on the same database renders at the same time. */
  isShared: boolean
}

type Settings = Awaited<ReturnType<typeof settingsOn>>

/** With a point, it may stop in a transaction before it is ready: then nothing is asked of it. */
async function start(settings: Settings, point?: number, isAwaited = true): Promise<ServerProcess> {
  const started = await (point === undefined
    ? startServerProcess(settings)
    : startServerProcess(
        { ...settings, [WORK_POINT]: `pending+${point}` },
        { main: programPath('test/chaos/fault-server.ts'), isAwaited },
      ))
  closers.push(() => started.end('SIGKILL'))
  return started
}

/** Kills the process while a batch renders, and gives the batch once it has ended. */
async function killDuringBatch({ databaseUrl, itemCount, points, isShared }: Chaos) {
  const receiver = await startReceiver()
  closers.push(receiver.close)
  const settings = await settingsOn(databaseUrl)
  let process = await start(settings, points[0])
  const client = createClient({ baseUrl: process.url, apiKey: adminKey })
  const body = { name: 'Ends', url: `${receiver.url}?end`, events: ['batch.completed' as const] }
  const { id: endWebhookId } = await client.webhooks.create({ body })
  const { id: template_id } = await client.templates.create({ body: { design: cardDesign, publish: true } })
  const items = Array.from({ length: itemCount }, (_, n) => ({
    template_id,
    values: { Name: `Card ${n}` },
    metadata: { n },
    webhook_url: receiver.url,
  }))
  const { id } = await client.imageBatches.create({ body: { items } })
  for (const [kill] of points.entries()) {
    await expect.poll(() => stoppedCall(process.log())).not.toBeNull()
    // It has begun: now the rest is taken by another one.
    if (isShared) await start({ ...settings, PICTABLE_PORT: String(await freePort()) })
    await process.end('SIGKILL')
    process = await start(settings, points[kill + 1], false)
  }
  await eventually('the batch ends', async () => (await client.imageBatches.get({ params: { id } })).pending === 0)
  // What the killed process had claimed to send is claimed again when its lease of two minutes ends.
  await eventually('every event comes', async () => messageIds(receiver).size === itemCount + 1)
  return { client, id, receiver, itemCount, endWebhookId }
}

async function expectWhole({
  client,
  id,
  receiver,
  itemCount,
  endWebhookId,
}: Awaited<ReturnType<typeof killDuringBatch>>) {
  const params = { id }
  const results = await all(async (query) => client.imageBatches.get({ params, query }))
  const counts = { total: itemCount, rendered: itemCount, failed: 0, cancelled: 0, pending: 0 }
  expect(await client.imageBatches.get({ params })).toMatchObject({ state: 'completed', ...counts })
  expect(results.map(({ index }) => index)).toEqual(Array.from({ length: itemCount }, (_, n) => n))
  for (const { image } of results) expect((await fetch(image?.url ?? '')).status).toBe(200)
  expect((await client.images.count({ query: {} })).count).toBe(itemCount)
  const bodies = receiver.received.map(({ json }) => json)
  const told = bodies.filter((body) => !isEnd(body))
  expect(new Set(told.map(({ metadata }) => JSON.stringify(metadata))).size).toBe(itemCount)
  expect(bodies.find(isEnd)).toMatchObject({ batch_id: id, counts })
  const deliveries = await client.webhooks.deliveries({ params: { id: endWebhookId }, query: {} })
  expect(deliveries.results).toHaveLength(1)
}

describe('a process that is killed while a batch renders', () => {
  const timeout = 400_000

  test('loses and doubles no image and no event', { timeout }, async () => {
    await expectWhole(await killDuringBatch({ databaseUrl: null, itemCount: 120, points: [60, 160], isShared: false }))
  })

  const postgres = needs('postgresql')
  test.skipIf(!postgres.found)('nor on a PostgreSQL that it shares with another process', { timeout }, async () => {
    const cluster = await startPostgresCluster(postgres.found ? postgres.path : '')
    closers.push(cluster.stop)
    const databaseUrl = await cluster.createDatabase()
    await expectWhole(await killDuringBatch({ databaseUrl, itemCount: 240, points: [60], isShared: true }))
  })
})
