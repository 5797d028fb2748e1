import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiError, type Client, createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type S3Server, startS3Server } from '#test/fakes/s3/s3-server.ts'
import { pictable } from '#test/pictable-command.ts'
import { adminKey } from '#test/scenarios/whole-app.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictable-backups-'))
const dataDir = makeDataDirectory('pictable-backups-data-')
const place = join(folder, 'place')
const key = 'the secret key of the tests alone'
const verifiedSchema = z.object({ id: z.string(), rows: z.int(), problems: z.array(z.string()) })

let s3: S3Server
let server: ServerProcess
let client: Client
let settings: Record<string, string> & { PICTABLE_PORT: string }
let tableId: string

beforeAll(async () => {
  mkdirSync(place)
  s3 = await startS3Server()
  settings = {
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_ADMIN_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_SECRET_KEY: key,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_RENDER_PROCESSES: '1',
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  await start()
  tableId = (await client.tables.create({ body: { name: 'Notes', fields: [{ name: 'Note', kind: 'text' }] } })).id
})

afterAll(async () => {
  await server.end('SIGKILL')
  await s3.close()
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
})

async function start(): Promise<void> {
  server = await startServerProcess(settings)
  client = createClient({ baseUrl: server.url, apiKey: adminKey })
}

const addRow = (note: string) => client.tables.addRows({ params: { id: tableId }, body: { rows: [{ Note: note }] } })

const untilEnded = (id: string) =>
  expect.poll(async () => (await client.backups.list()).results.find((one) => one.id === id), { timeout: 60_000 })

async function verified(name: string) {
  const { code, said } = await pictable(['verify', '--backup', name, '--json'], settings)
  return { code, ...verifiedSchema.parse(JSON.parse(said.slice(said.indexOf('{')))) }
}

/** What the server answered to a request that it refused. */
async function refusal(work: Promise<unknown>): Promise<ApiError['problem']> {
  return work.then(
    () => {
      throw new Error('It was not refused.')
    },
    ({ problem }: ApiError) => problem,
  )
}

describe('backups of a running server', () => {
  test('copy what was there before, one at a time, and are restored whole', async () => {
    for (let n = 0; n < 5; n++) await addRow(`before ${n}`)
    const backup = await client.backups.create({ body: { place } })
    expect(backup).toMatchObject({ place, state: 'running', error: null })
    expect(await refusal(client.backups.create({ body: { place } }))).toMatchObject({ status: 409, code: 'conflict' })
    await addRow('while it runs')
    await untilEnded(backup.id).toMatchObject({ state: 'completed', damaged_files: [], files: expect.any(Number) })
    expect(await verified(place)).toMatchObject({ code: 0, id: backup.id, problems: [] })

    const restored = {
      ...settings,
      PICTABLE_DATA_DIR: join(folder, 'restored'),
      PICTABLE_PORT: String(await freePort()),
    }
    expect(
      await pictable(['restore', '--from', place], { ...restored, PICTABLE_SECRET_KEY: 'another key of the tests' }),
    ).toMatchObject({ code: 1, said: expect.stringContaining('this installation has another secret key') })
    expect(await pictable(['restore', '--from', place], restored)).toMatchObject({ code: 0 })
    expect(await pictable(['restore', '--from', place], restored)).toMatchObject({ code: 1 })
    const copy = await startServerProcess({ ...restored, PICTABLE_ADMIN_PORT: String(await freePort()) })
    try {
      const theirs = createClient({ baseUrl: copy.url, apiKey: adminKey })
      const { results } = await theirs.tables.rows({ params: { id: tableId }, query: { limit: 100 } })
      const notes = results.map(({ fields }) => fields.Note)
      for (let n = 0; n < 5; n++) expect(notes).toContain(`before ${n}`)
      expect((await theirs.backups.list()).results).toEqual([])
    } finally {
      await copy.end('SIGKILL')
    }
  })

  test('are refused with the reason', async () => {
    const cases: [place: string, status: number, detail: RegExp][] = [
      ['backups', 400, /Use the absolute path of a folder/],
      [join(folder, 'nowhere'), 400, /There is no folder/],
      [join(dataDir, 'files'), 400, /inside the data folder/],
      ['s3://nowhere-at-all/backups', 503, /no bucket "nowhere-at-all"/],
      ['s3://', 400, /Use the form s3:\/\/bucket\/prefix/],
    ]
    for (const [name, status, detail] of cases)
      expect(await refusal(client.backups.create({ body: { place: name } })), name).toMatchObject({
        status,
        detail: expect.stringMatching(detail),
      })
    expect(await refusal(client.backups.create({ body: {} }))).toMatchObject({ status: 400 })
    const schedule = { place: join(folder, 'nowhere'), every_hours: 1, keep: 1 }
    expect(await refusal(client.backups.schedule({ body: { schedule } }))).toMatchObject({ status: 400 })
    expect((await client.backups.list()).schedule).toBeNull()
  })

  test('go to a bucket, and those of the schedule stay as many as it says', async () => {
    const bucket = 's3://pictures/backups'
    const schedule = { place: bucket, every_hours: 24, keep: 1 }
    await client.backups.schedule({ body: { schedule } })
    for (let n = 0; n < 2; n++) {
      const { id } = await client.backups.create({ body: {} })
      await untilEnded(id).toMatchObject({ state: 'completed', place: bucket })
      expect(await verified(bucket)).toMatchObject({ code: 0, id, problems: [] })
    }
    const [second, first] = (await client.backups.list()).results
    expect(second?.added_bytes).toBeLessThan((first?.added_bytes ?? 0) / 2)
    const earlier = await pictable(['verify', '--backup', bucket, '--id', first?.id ?? ''], settings)
    expect(earlier).toMatchObject({ code: 1, said: expect.stringContaining('There is no backup') })
    const metrics = await (await fetch(`http://127.0.0.1:${settings.PICTABLE_ADMIN_PORT}/metrics`)).text()
    expect(metrics).toMatch(/^backup_last_success_seconds 1\.?\d+/m)
    expect(metrics).toMatch(/^backup_failed 0$/m)
    expect(metrics).toMatch(/^backup_overdue 0$/m)
    await client.backups.schedule({ body: { schedule: null } })
  })

  test('that the end of the server interrupts say so after the next start', async () => {
    const release = s3.hold(/^PUT .*backups\/(?!checks)/)
    const { id } = await client.backups.create({ body: { place: 's3://pictures/backups' } })
    const end = server.end('SIGTERM')
    await expect.poll(() => fetch(server.url).catch(() => 'stopped')).toBe('stopped')
    release()
    await end
    await start()
    await untilEnded(id).toMatchObject({ state: 'failed', error: expect.stringContaining('The server stopped') })
  })

  test('that a kill ends leave the earlier ones whole, and the next one works', async () => {
    let before = await verified(place)
    for (let n = 0; n < 3; n++) {
      await addRow(`kill ${n}`)
      const { id } = await client.backups.create({ body: { place } })
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      await server.end('SIGKILL')
      await start()
      const found = (await client.backups.list()).results.find((one) => one.id === id)
      const after = await verified(place)
      expect(after).toMatchObject({ code: 0, problems: [] })
      expect(after.id).toBe(found === undefined ? before.id : id)
      before = after
    }
    const said = await pictable(['backup', '--to', place, '--keep', '1'], settings)
    expect(said).toMatchObject({ code: 0, said: expect.stringMatching(/bak_\w+ has [\d.]+ MB/) })
    const after = await verified(place)
    expect(after).toMatchObject({ code: 0, problems: [] })
    expect(after.id).not.toBe(before.id)
  })

  test('need a key at the command line, and an embedded database', async () => {
    const { PICTABLE_ADMIN_KEY: _, ...keyless } = settings
    expect(await pictable(['backup', '--to', place], keyless)).toMatchObject({
      code: 1,
      said: expect.stringContaining('The server is running: set PICTABLE_KEY to an API key with the scope admin'),
    })
    const postgres = { ...settings, PICTABLE_DATABASE_URL: 'postgres://pictable@127.0.0.1:1/pictable' }
    expect(await pictable(['backup', '--to', place], postgres)).toMatchObject({
      code: 1,
      said: expect.stringContaining('docs/guides/backup.md'),
    })
  })
})
