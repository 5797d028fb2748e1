import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Client, createClient } from '@pictable/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cardDesign } from '#test/chaos/design.ts'
import { startS3Server } from '#test/fakes/s3/s3-server.ts'
import { needs } from '#test/needs.ts'
import { pictable } from '#test/pictable-command.ts'
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts'
import { all, makeCards, recordsOf, trigger, untilEnded, untilRun } from '#test/scenarios/whole-app.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const postgresql = needs('postgresql')

/** Reads a stream of events as long as it lasts. */
function heard(response: Response) {
  let text = ''
  const ended = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  })()
  return {
    ended,
    until: (isEnough: (text: string) => boolean) =>
      expect.poll(() => isEnough(text), { message: 'the stream tells of it' }).toBe(true),
  }
}

/** This release as it will be after one more migration, which adds a column and a table. @returns its folder */
function makeNewerRelease(folder: string): string {
  const home = join(folder, 'newer')
  const server = join(home, 'packages', 'server')
  mkdirSync(home)
  symlinkSync(resolve('node_modules'), join(home, 'node_modules'))
  cpSync('packages/server', server, { recursive: true })
  const migrations = join(server, 'src', 'database', 'migrations')
  writeFileSync(
    join(migrations, '9999-newer.ts'),
    `import { sql } from 'kysely'
export async function up(kysely) {
  await sql.raw("alter table runs add column newer text not null default 'yes'; create table newer (n int)").execute(kysely)
}`,
  )
  return home
}

/** Every record has its outcome and one image, whoever has made it. */
async function expectWhole(client: Client, { runId, rowIds }: { runId: string; rowIds: string[] }): Promise<void> {
  const count = rowIds.length
  const ended = await untilEnded(client, runId)
  expect(ended).toMatchObject({ state: 'completed', total: count, rendered: count, failed: 0, pending: 0 })
  const records = await recordsOf(client, runId)
  const images = await all((query) => client.images.list({ query: { run_id: runId, ...query } }))
  expect(new Set(records.map(({ record_id }) => record_id))).toEqual(new Set(rowIds))
  expect(images).toHaveLength(count)
  expect(new Set(images.map(({ record_id }) => record_id)).size).toBe(count)
}

describe.skipIf(!postgresql.found)('processes on one PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-machines-'))
  let cluster: PostgresCluster
  let settings: Record<string, string>
  let api: ServerProcess
  let both: ServerProcess
  let worker: ServerProcess
  let key: string
  let client: Client
  let other: Client

  const start = async (role: string) =>
    startServerProcess({ ...settings, PICTABLE_PORT: String(await freePort()) }, { role })

  const ask = (server: ServerProcess, path: string, init: RequestInit = {}, secret = key) =>
    fetch(`${server.url}${path}`, { ...init, headers: { authorization: `Bearer ${secret}`, ...init.headers } })

  beforeAll(async () => {
    if (!postgresql.found) return
    cluster = await startPostgresCluster(postgresql.path)
    settings = {
      PICTABLE_DATA_DIR: join(folder, 'data'),
      PICTABLE_DATABASE_URL: await cluster.createDatabase(),
      PICTABLE_RENDER_PROCESSES: '1',
      PICTABLE_TRUSTED_PROXIES: '127.0.0.1',
      PICTABLE_PUBLIC_URL: 'https://pictable.example',
    }
    ;[api, both, worker] = await Promise.all([start('api'), start('both'), start('worker')])
    const shown = await vi.waitFor(
      () => {
        const keys = [...(api.output() + both.output()).matchAll(/shown only once, save it\): (pct_\S+)/g)]
        expect(keys).toHaveLength(1)
        return keys
      },
      { timeout: 100_000, interval: 100 },
    )
    key = shown[0]?.[1] ?? ''
    client = createClient({ baseUrl: api.url, apiKey: key })
    other = createClient({ baseUrl: both.url, apiKey: key })
  })
  afterAll(async () => {
    await Promise.all([api, both, worker].map((server) => server?.end('SIGKILL')))
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('that start at once on an empty database make one key and one sample', async () => {
    await expect.poll(async () => (await client.actions.list({})).results.length).toBe(1)
    expect((await other.apiKeys.list({})).results).toHaveLength(1)
    expect((await other.templates.list({})).results).toHaveLength(3)
    expect((await client.connections.list({})).results).toHaveLength(1)
    expect((await client.tables.list({})).results).toHaveLength(1)
  })

  test('a worker says how it is, and answers nothing else', async () => {
    expect((await ask(worker, '/readyz')).status).toBe(200)
    expect((await ask(worker, '/v1/actions')).status).toBe(404)
  })

  test('is refused with another secret key, with images in another folder or bucket, and without the address of all', async () => {
    const s3 = await startS3Server()
    const refusedStart = async (more: Record<string, string>, ...role: string[]) =>
      pictable(['serve', ...role], { ...settings, PICTABLE_PORT: String(await freePort()), ...more })
    const newKey = join(folder, 'new.key')
    writeFileSync(newKey, 'a key that none of those that run has')
    const [rotated, otherKey, otherFolder] = await Promise.all([
      pictable(['secrets', 'rotate', newKey], settings),
      refusedStart({ PICTABLE_SECRET_KEY: 'a key of its own, not theirs' }),
      refusedStart({
        PICTABLE_DATA_DIR: join(folder, 'elsewhere'),
        PICTABLE_SECRET_KEY: readFileSync(join(folder, 'data', 'secret.key'), 'utf8').trim(),
      }),
    ])
    const [otherBucket, ownAddress, workersAddress] = await Promise.all([
      refusedStart({
        PICTABLE_STORAGE: 's3://pictures/elsewhere',
        AWS_ENDPOINT_URL_S3: s3.url,
        AWS_ACCESS_KEY_ID: s3.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
      }),
      refusedStart({ PICTABLE_PUBLIC_URL: '' }),
      refusedStart({ PICTABLE_PUBLIC_URL: '' }, '--role', 'worker'),
    ])
    await s3.close()
    expect(rotated).toMatchObject({ code: 1, said: expect.stringMatching(/Stop all its processes first/) })
    expect(otherKey).toMatchObject({ code: 1, said: expect.stringMatching(/another secret key/) })
    expect(otherFolder).toMatchObject({
      code: 1,
      said: expect.stringMatching(/elsewhere.* is not the storage of this installation.*the same data folder/),
    })
    expect(otherBucket).toMatchObject({
      code: 1,
      said: expect.stringMatching(/s3:\/\/pictures\/elsewhere is not the storage of this installation/),
    })
    expect([...s3.objects.keys()]).toEqual([])
    expect(ownAddress).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /URLs of this database begin with https:\/\/pictable\.example.*Set PICTABLE_PUBLIC_URL/,
      ),
    })
    expect(workersAddress).toMatchObject({ code: 1, said: expect.stringMatching(/needs PICTABLE_PUBLIC_URL/) })
  })

  test('count the calls of a key together, whatever a caller says of its address', async () => {
    const { secret } = await client.apiKeys.create({ body: { name: 'Many calls', scopes: ['read'] } })
    const startedMs = performance.now()
    const forged = ['203.0.113.7', '127.0.0.1', 'nonsense', '127.0.0.1, 203.0.113.7', '::1']
    const answers: number[] = []
    for (let round = 0; round < 15; round++) {
      const calls = Array.from({ length: 20 }, (_, index) => {
        const server = index % 2 === 0 ? api : both
        const headers = { 'x-forwarded-for': forged[index % forged.length] ?? '' }
        return ask(server, '/v1/actions?limit=1', { headers }, secret).then(({ status }) => status)
      })
      answers.push(...(await Promise.all(calls)))
    }
    const seconds = (performance.now() - startedMs) / 1000
    const taken = answers.filter((status) => status === 200).length
    expect(new Set(answers)).toEqual(new Set(taken === 300 ? [200] : [200, 429]))
    // 200 at once and 10 a second, of both processes together.
    expect(taken).toBeGreaterThanOrEqual(200)
    expect(taken).toBeLessThanOrEqual(201 + seconds * 10)
    // The last proxy is believed, what stands before it is not: a log names where calls really come from.
    await expect.poll(() => both.output()).toContain('"client":"203.0.113.7"')
    expect(api.output() + both.output()).not.toContain('"client":"nonsense"')
  })

  test('do a POST with an Idempotency-Key once', async () => {
    const body = JSON.stringify({ name: 'Once', fields: [{ name: 'Name', kind: 'text' }] })
    const post = (server: ServerProcess) =>
      ask(server, '/v1/tables', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once-over-all' },
      })
    const statuses = await Promise.all([api, both, api, both].map(async (server) => (await post(server)).status))
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    const again = await post(both)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await client.tables.list({})).results.filter(({ name }) => name === 'Once')).toHaveLength(1)
  })

  test('tell those who watch one of them of what another one does, until the key is revoked', async () => {
    const watcher = await client.apiKeys.create({ body: { name: 'Watcher', scopes: ['read'] } })
    const stream = await ask(api, '/v1/events', {}, watcher.secret)
    const { actionId } = await makeCards(other, 3)
    const runId = await trigger(other, actionId)
    const told = heard(stream)
    await told.until((text) => text.includes(runId) && text.includes('"state":"completed"'))
    await other.apiKeys.revoke({ params: { id: watcher.id } })
    await told.ended
  })

  test('publish a template, and the others use it at once', async () => {
    const { actionId } = await makeCards(client, 1)
    await untilEnded(other, await trigger(client, actionId))
    const { template_id: templateId } = await other.actions.get({ params: { id: actionId } })
    const { latest_version: before } = await other.templates.get({ params: { id: templateId } })
    await other.templates.update({ params: { id: templateId }, body: { design: { ...cardDesign, width: 640 } } })
    await other.templates.publish({ params: { id: templateId }, body: {} })
    const run = await untilEnded(client, await trigger(client, actionId))
    expect(run).toMatchObject({ rendered: 1, skipped: 0 })
    const { results } = await client.images.list({ query: { run_id: run.id } })
    expect(results[0]).toMatchObject({ template_version: before + 1 })
  })

  test('go on with the records of one that is killed, beside a newer release, and when that one has gone again', async () => {
    const { actionId, rowIds } = await makeCards(client, 300)
    const runId = await trigger(client, actionId)
    await untilRun(client, runId, ({ rendered }) => rendered > 0)
    await both.end('SIGKILL')
    const newer = await startServerProcess(
      { ...settings, PICTABLE_PORT: String(await freePort()) },
      { folder: makeNewerRelease(folder) },
    )
    try {
      await expectWhole(client, { runId, rowIds })
      const ofNewer = createClient({ baseUrl: newer.url, apiKey: key })
      await ofNewer.tables.addRows({
        params: { id: (await ofNewer.actions.get({ params: { id: actionId } })).table_id },
        body: { rows: Array.from({ length: 5 }, (_, index) => ({ Name: `More ${index}` })) },
      })
      expect(await untilEnded(client, await trigger(ofNewer, actionId))).toMatchObject({ rendered: 5, skipped: 300 })
    } finally {
      expect(await newer.end('SIGTERM')).toBe(0)
    }
    both = await start('both')
    const back = createClient({ baseUrl: both.url, apiKey: key })
    expect(await untilEnded(back, await trigger(back, actionId))).toMatchObject({ rendered: 0, skipped: 305 })
  })
})
