import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@pictable/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { all, type MadeAction, makeCards, untilEnded, untilRun } from '#test/scenarios/whole-app.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const adminKey = 'disk-full-admin-key-0123456789'

/** A small disk of our own; undefined where this user may not have one. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch (error) {
    rmdirSync(folder)
    if (process.env.CI === 'true' && process.getuid?.() === 0) throw error
    console.log('this user cannot mount a small disk: the tests of a full one are left out')
    return undefined
  }
}

const disk = mountSmallDisk()
const filler = join(disk ?? '', 'filler')

/** Takes every free byte of the disk, at once: the run that it is to stop must not end first. */
function fillDisk(): void {
  const file = openSync(filler, 'w')
  for (const bytes of [4 * 2 ** 20, 64 * 1024]) {
    const zeros = Buffer.alloc(bytes)
    try {
      for (;;) writeSync(file, zeros)
    } catch {
      // what is left is less than that
    }
  }
  closeSync(file)
}

const records = 400

describe.skipIf(disk === undefined)('a disk that fills up during a run', () => {
  let server: ServerProcess
  let client: Client
  let made: MadeAction
  let port: string
  const settings = {
    PICTABLE_DATA_DIR: join(disk ?? '', 'data'),
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: 'silent',
  }

  async function start(): Promise<void> {
    server = await startServerProcess({ ...settings, PICTABLE_PORT: port })
    client = createClient({ baseUrl: server.url, apiKey: adminKey })
  }

  beforeAll(async () => {
    port = String(await freePort())
    await start()
    made = await makeCards(client, records)
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    if (disk === undefined) return
    execFileSync('umount', [disk])
    rmdirSync(disk)
  })

  /** A run over every record, and the disk full in the middle of it. */
  async function fillDuringRun(): Promise<string> {
    await client.tablesources.trigger({ params: { id: made.actionId }, body: { force: true } })
    const [run] = (await client.runs.list({ query: { action_id: made.actionId, limit: 1 } })).results
    await untilRun(client, run?.id ?? '', ({ rendered }) => rendered > 0)
    fillDisk()
    return run?.id ?? ''
  }

  const connect = () => client.connections.create({ body: { name: 'Kept', source: 'table', settings: {} } })

  /** Connects until it is refused. @returns what was acknowledged */
  async function connectUntilRefused(): Promise<string[]> {
    const acknowledged: string[] = []
    for (let attempt = 0; attempt < 1000; attempt++) {
      const connection = await connect().catch(() => null)
      if (connection === null) return acknowledged
      acknowledged.push(connection.id)
    }
    throw new Error('a full disk takes everything')
  }

  async function expectWhole(runId: string): Promise<void> {
    const run = await untilEnded(client, runId)
    const counts = { total: records, rendered: records, failed: 0, skipped: 0, cancelled: 0, pending: 0 }
    expect(run).toMatchObject({ state: 'completed', error: null, ...counts, written_back: records })
    expect((await client.tablesources.get({ params: { id: made.actionId } })).status).toBeNull()
    const images = await all((page) => client.images.list({ query: { run_id: runId, ...page } }))
    expect(new Set(images.map(({ record_id }) => record_id)).size).toBe(records)
    const urls = new Map(images.map(({ record_id, url }) => [record_id, url]))
    const rows = await all((query) => client.tables.rows({ params: { id: made.tableId }, query }))
    for (const row of rows) {
      expect(row.fields.Image).toBe(urls.get(row.id))
      expect((await fetch(String(row.fields.Image))).status).toBe(200)
    }
  }

  test('refuses what it cannot keep, says why, and goes on by itself', async () => {
    const runId = await fillDuringRun()
    const acknowledged = await connectUntilRefused()
    const full = { problem: { status: 503, code: 'unavailable', detail: expect.stringMatching(/disk is full: free/) } }
    const noRoom = {
      problem: { status: 503, code: 'storage_unavailable', detail: expect.stringMatching(/disk is full/) },
    }
    await expect(client.tablesources.trigger({ params: { id: made.actionId } })).rejects.toMatchObject(full)
    await expect(
      client.assets.upload({ query: { filename: 'a.png' }, body: Buffer.concat([pngHead, Buffer.alloc(100_000)]) }),
    ).rejects.toMatchObject(noRoom)
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 503 })
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
    expect((await client.tablesources.get({ params: { id: made.actionId } })).status).toBe('Started')
    // until all that is under way has come to nothing
    await new Promise((resolve) => setTimeout(resolve, 5000))
    expect(await client.runs.get({ params: { id: runId } })).toMatchObject({ state: 'active', failed: 0 })
    rmSync(filler)
    await expectWhole(runId)
    const kept = await all((query) => client.connections.list({ query }))
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('keeps a killed server from starting until there is room, and the run goes on', async () => {
    const runId = await fillDuringRun()
    await server.end('SIGKILL')
    await expect(start()).rejects.toThrow(/less than 50 MB left\. Free some space there/)
    rmSync(filler)
    await start()
    await expectWhole(runId)
  })
})
