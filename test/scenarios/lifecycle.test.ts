import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { all, type MadeAction, makeCards, recordsOf, trigger, untilEnded, untilRun } from '#test/scenarios/whole-app.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const adminKey = 'lifecycle-admin-key-0123456789'
const records = 300

let dataDir: string
let settings: Parameters<typeof startServerProcess>[0]
let server: ServerProcess
let client: Client
let made: MadeAction

beforeEach(async () => {
  dataDir = makeDataDirectory('pictable-lifecycle-')
  settings = {
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: 'warn',
    // That one is halted.
    PICTABLE_RENDER_PROCESSES: '1',
  }
  server = await startServerProcess(settings)
  client = createClient({ baseUrl: server.url, apiKey: adminKey })
  made = await makeCards(client, records)
})
afterEach(async () => {
  await server.end('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function restart(): Promise<void> {
  server = await startServerProcess(settings)
  client = createClient({ baseUrl: server.url, apiKey: adminKey })
}

const digestOf = async (url: string) => {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex')
}

const childrenOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

/** Halts the process that renders, so that no run ends, however late the test is. @returns what lets it go on, if it is still there */
function haltRendering({ pid = 0 }: ServerProcess): () => void {
  if (process.platform !== 'linux') return () => {}
  // As it is named in the sources, or in a bundle of them.
  const isRenderer = (child: number) => /rendering[/-]child\.[jt]s/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8'))
  const [renderer] = childrenOf(pid).filter(isRenderer)
  if (renderer === undefined) throw new Error('no process renders')
  process.kill(renderer, 'SIGSTOP')
  return () => {
    try {
      process.kill(renderer, 'SIGCONT')
    } catch {
      // It has ended with its server.
    }
  }
}

/** What a user's table shows: the URL of each image, and a digest of what is served there. */
async function seen(limit: number): Promise<Map<string, string>> {
  const { results } = await client.tables.rows({ params: { id: made.tableId }, query: { limit } })
  const urls = results.flatMap(({ fields: { Image } }) => (typeof Image === 'string' ? [Image] : []))
  return new Map(await Promise.all(urls.map(async (url) => [url, await digestOf(url)] as const)))
}

const statusNow = async () => (await client.tablesources.get({ params: { id: made.actionId } })).status

/** The run ends as if nothing had happened. */
async function expectWhole(runId: string): Promise<void> {
  expect(await untilEnded(client, runId)).toMatchObject({
    state: 'completed',
    error: null,
    total: records,
    rendered: records,
    skipped: 0,
    failed: 0,
    cancelled: 0,
    pending: 0,
    written_back: records,
  })
  expect(await statusNow()).toBeNull()
  const images = await all((page) => client.images.list({ query: { run_id: runId, ...page } }))
  const urls = new Map(images.map(({ record_id, url }) => [record_id, url]))
  expect([images.length, urls.size]).toEqual([records, records])
  const rows = await all((query) => client.tables.rows({ params: { id: made.tableId }, query }))
  expect(rows.map(({ fields }) => fields.Image)).toEqual(rows.map(({ id }) => urls.get(id)))
  const outcomes = await recordsOf(client, runId)
  expect(outcomes.map(({ record_id }) => record_id)).toEqual(made.rowIds)
}

describe('a server that ends in the middle of a run', () => {
  test.each([
    ['SIGKILL', null],
    ['SIGTERM', 0],
  ] as const)('by %s resumes it at the record after the next start', async (signal, code) => {
    const runId = await trigger(client, made.actionId)
    const told = await untilRun(client, runId, ({ rendered }) => rendered > 0)
    const goOn = haltRendering(server)
    const before = await seen(100)
    expect(before.size).toBeGreaterThan(0)
    const waiting = await client.tablesources.trigger({ params: { id: made.actionId }, body: { limit: 5 } })
    expect(waiting.status).toBe('Starting')
    const ending = server.end(signal)
    goOn()
    // the server itself gives up after 30 s, and then ends with 1
    expect(await ending).toBe(code)

    await restart()
    expect(await statusNow()).toBe('Started')
    const resumed = await client.runs.get({ params: { id: runId } })
    expect(resumed).toMatchObject({ state: 'active', total: records, failed: 0, cancelled: 0 })
    // the table may be ahead of the counts by a batch: addresses are written before outcomes are
    expect(resumed.rendered).toBeGreaterThanOrEqual(told.rendered)
    expect(resumed.rendered + resumed.pending).toBe(records)
    await untilEnded(client, runId)
    for (const [url, digest] of before) expect(await digestOf(url)).toBe(digest)

    const [follower] = (await client.runs.list({ query: { action_id: made.actionId, limit: 1 } })).results
    expect(follower?.id).not.toBe(runId)
    expect(await untilEnded(client, follower?.id ?? '')).toMatchObject({ state: 'completed', total: 5, skipped: 5 })
    await expectWhole(runId)
  })

  test('by SIGTERM answers what is under way, and waits for nobody who says nothing', async () => {
    const template = await client.templates.create({
      body: { design: { schema: 1, width: 200, height: 200, layers: [] } },
    })
    const silent = connect(Number(settings.PICTABLE_PORT), '127.0.0.1')
    silent.on('error', () => undefined)
    const goOn = haltRendering(server)
    const creating = [0.2, 1].map((scale) => client.images.create({ body: { template_id: template.id, scale } }))
    // They came before this one, which is answered.
    await fetch(`${server.url}/livez`)
    const ending = server.end('SIGTERM')
    // Longer than a client has that does not send its request.
    await setTimeout(9000)
    goOn()
    const images = await Promise.all(creating)
    expect(await ending).toBe(0)
    silent.destroy()
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow()
    await restart()
    for (const { url } of images) await digestOf(url)
  })
})
