import { rm } from 'node:fs/promises'
import { createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { cardDesign } from '#test/chaos/design.ts'
import { adminKey, settingsFor } from '#test/chaos/installation.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { type Receiver, startReceiver } from '#test/scenarios/receiver.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const ITEMS = 120
const KILLS = 2

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function settingsOn(databaseUrl: string | null) {
  const dataDir = makeDataDirectory('pictable-batches-')
  closers.push(() => rm(dataDir, { recursive: true, force: true }))
  return {
    PICTABLE_PORT: String(await freePort()),
    ...settingsFor(dataDir),
    ...(databaseUrl !== null && { PICTABLE_DATABASE_URL: databaseUrl }),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const messageIds = ({ received }: Receiver) => new Set(received.map(({ headers }) => headers['webhook-id']))

/** Kills the process while a batch renders, and gives the batch once it has ended. */
async function killDuringBatch(databaseUrl: string | null) {
  const receiver = await startReceiver()
  closers.push(receiver.close)
  const settings = await settingsOn(databaseUrl)
  let process: ServerProcess = await startServerProcess(settings)
  closers.push(() => process.end('SIGKILL'))
  const client = createClient({ baseUrl: process.url, apiKey: adminKey })
  const { id: template_id } = await client.templates.create({ body: { design: cardDesign, publish: true } })
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    template_id,
    values: { Name: `Card ${n}` },
    metadata: { n },
    webhook_url: receiver.url,
  }))
  const { id } = await client.imageBatches.create({ body: { items } })
  const look = () => client.imageBatches.get({ params: { id }, query: { limit: 1 } })
  let ended = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const goal = ended + 20
    for (; ended < goal; ended = ITEMS - (await look()).pending) await pause(20)
    expect(ended, 'killed before the end').toBeLessThan(ITEMS)
    await process.end('SIGKILL')
    process = await startServerProcess(settings)
    const after = ITEMS - (await look()).pending
    expect(after, 'what has ended stays').toBeGreaterThanOrEqual(ended)
    ended = after
  }
  while ((await look()).pending > 0) await pause(100)
  await expect.poll(() => messageIds(receiver).size, { timeout: 60_000 }).toBe(ITEMS)
  return { client, id, receiver }
}

async function expectWhole({ client, id, receiver }: Awaited<ReturnType<typeof killDuringBatch>>) {
  const params = { id }
  const first = await client.imageBatches.get({ params })
  const second = await client.imageBatches.get({ params, query: { after: first.next ?? '' } })
  const results = [...first.results, ...second.results]
  expect(first).toMatchObject({ state: 'completed', rendered: ITEMS, failed: 0 })
  expect(results.map(({ index }) => index)).toEqual(Array.from({ length: ITEMS }, (_, n) => n))
  for (const { image } of results) expect((await fetch(image?.url ?? '')).status).toBe(200)
  expect((await client.images.count({ query: {} })).count).toBe(ITEMS)
  const told = receiver.received.map(({ json }) => JSON.stringify(json.metadata))
  expect(new Set(told).size).toBe(ITEMS)
}

describe('a process that is killed while a batch renders', () => {
  const timeout = 300_000

  test('loses and doubles no image and no event', { timeout }, async () => {
    await expectWhole(await killDuringBatch(null))
  })

  const postgres = needs('postgresql')
  test.skipIf(!postgres.found)('nor on PostgreSQL', { timeout }, async () => {
    const cluster = await startPostgresCluster(postgres.found ? postgres.path : '')
    closers.push(cluster.stop)
    await expectWhole(await killDuringBatch(await cluster.createDatabase()))
  })
})
