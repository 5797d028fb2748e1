import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { openStorageAt } from '@pictable/server/start/open-storage.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3Server } from '#test/fakes/s3/s3-server.ts'
import { startTcpProxy, type TcpFault, type TcpProxy } from '#test/fakes/tcp-proxy.ts'
import { pictableProgram } from '#test/programs.ts'
import {
  all,
  type MadeAction,
  makeCards,
  recordsOf,
  startWholeApp,
  untilEnded,
  untilRun,
  type WholeApp,
} from '#test/scenarios/whole-app.ts'

const records = 24

describe('images in S3', () => {
  let s3: S3Server
  let proxy: TcpProxy
  let app: WholeApp
  let made: MadeAction
  let settings: Record<string, string>
  const folders: string[] = []

  beforeAll(async () => {
    s3 = await startS3Server()
    proxy = await startTcpProxy(s3.url)
    settings = {
      PICTABLE_STORAGE: 's3://pictures/cards',
      PICTABLE_SEED_SAMPLE: 'false',
      AWS_ENDPOINT_URL_S3: proxy.url,
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }
    app = await startWholeApp(settings)
    made = await makeCards(app.client, records)
  })
  afterAll(async () => {
    await proxy.set('none')
    await app.close()
    await proxy.close()
    await s3.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  afterEach(() => proxy.set('none'))

  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const rowsOf = () => all((query) => app.client.tables.rows({ params: { id: made.tableId }, query }))

  /** Every record has its image, at the address that stands in the table, whole. */
  async function expectWhole(runId: string): Promise<void> {
    const run = await untilEnded(app.client, runId)
    expect(run).toMatchObject({
      state: 'completed',
      total: records,
      rendered: records,
      failed: 0,
      written_back: records,
    })
    const urls = new Map((await recordsOf(app.client, runId)).map(({ record_id, image_url }) => [record_id, image_url]))
    for (const row of await rowsOf()) {
      const url = String(row.fields.Image)
      expect(url).toBe(urls.get(row.id))
      const answer = await fetch(url)
      expect(answer.status).toBe(200)
      expect(url).toContain(hashOf(new Uint8Array(await answer.arrayBuffer())))
    }
  }

  const faults: [string, TcpFault][] = [
    ['is slow', { latencyMs: 40 }],
    ['cuts connections', 'reset'],
    ['falls silent', 'silent'],
    ['is not there', 'down'],
  ]

  test.each(faults)('a run goes on by itself when S3 %s for a while, and loses nothing', async (_, fault) => {
    const before = await rowsOf()
    await proxy.set(fault)
    await app.client.tablesources.trigger({ params: { id: made.actionId }, body: { force: true } })
    const [begun] = (await app.client.runs.list({ query: { action_id: made.actionId, limit: 1 } })).results
    const runId = begun?.id ?? ''
    await untilRun(app.client, runId, ({ total }) => total > 0)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    if (typeof fault === 'string') {
      expect(await app.client.runs.get({ params: { id: runId } })).toMatchObject({
        state: 'active',
        rendered: 0,
        failed: 0,
      })
      expect(await rowsOf()).toEqual(before)
    }
    if (fault === 'down') {
      const ready = await fetch(`${app.url}/readyz`)
      expect(ready.status).toBe(503)
      expect(await ready.text()).toContain('no server is listening at')
    }
    await proxy.set('none')
    await expectWhole(runId)
  })

  test('an image that breaks off on its way from S3 is 503, without a byte of it', async () => {
    const [row] = await rowsOf()
    await proxy.set({ cutAfterBytes: 1000 })
    const answer = await fetch(String(row?.fields.Image))
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'storage_unavailable' }])
  })

  test('an image is passed on as from the disk, in pieces, and not at all to whoever has it', async () => {
    const [row] = await rowsOf()
    const url = String(row?.fields.Image)
    const whole = await fetch(url)
    const bytes = new Uint8Array(await whole.arrayBuffer())
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: `"${hashOf(bytes)}"`,
    })
    const known = await fetch(url, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
    expect([known.status, (await known.arrayBuffer()).byteLength]).toEqual([304, 0])
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    const stored = s3.objects.get(`pictures/cards/images/${hashOf(bytes)}.png`)
    expect(stored).toMatchObject({ contentType: 'image/png', cacheControl: 'public, max-age=31536000, immutable' })
  })

  test('an image whose object is gone is 404, one that S3 refuses is 503 and says which right is missing', async () => {
    const [row] = await rowsOf()
    const url = new URL(String(row?.fields.Image))
    const key = `pictures/cards/images/${url.pathname.split('/').at(-1)}`
    const stored = s3.objects.get(key)
    s3.objects.delete(key)
    const gone = await fetch(url)
    expect([gone.status, await gone.json()]).toMatchObject([404, { code: 'file_missing' }])
    if (stored !== undefined) s3.objects.set(key, stored)
    const request = new RegExp(`^GET .*${key}`)
    // A missing right stays missing, however often the client asks again after a broken connection.
    s3.fail({
      request,
      times: Number.POSITIVE_INFINITY,
      status: 403,
      code: 'AccessDenied',
      message: 'Access Denied',
    })
    const refused = await fetch(url)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({
      code: 'storage_unavailable',
      detail: expect.stringContaining('Allow s3:GetObject and s3:ListBucket'),
    })
    s3.heal()
    s3.fail({ request, times: 2, status: 503, code: 'SlowDown', message: 'Slow down' })
    expect((await fetch(url)).status).toBe(200)
  })

  test('the address shows the way to the bucket when images are to be fetched there', async () => {
    const addressWith = async (more: Record<string, string>) => {
      const storage = await openStorageAt(parseConfig({ ...settings, ...more }))
      const { addressOf } = app.world.storage
      app.world.storage.addressOf = storage.addressOf
      const [row] = await rowsOf()
      const answer = await fetch(String(row?.fields.Image), { redirect: 'manual' })
      app.world.storage.addressOf = addressOf
      await storage.close()
      expect(answer.status).toBe(302)
      return { location: answer.headers.get('location') ?? '', caching: answer.headers.get('cache-control') }
    }
    const signed = await addressWith({ PICTABLE_S3_SIGNED_URL_SECONDS: '600' })
    expect(signed.caching).toBe('public, max-age=300')
    expect((await fetch(signed.location)).status).toBe(200)
    const open = await addressWith({ PICTABLE_S3_PUBLIC_URL: 'https://cdn.example/cards/' })
    expect(open.location).toMatch(/^https:\/\/cdn\.example\/cards\/images\/[0-9a-f]{64}\.png$/)
  })

  async function move(args: readonly string[], dataDir: string) {
    const child = spawn(process.execPath, [pictableProgram(), 'storage', 'move', ...args], {
      env: { ...process.env, ...settings, PICTABLE_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const [code] = await once(child, 'close')
    return { code, output }
  }

  test('pictable storage move brings everything to the disk and back, goes on, and tells what is damaged', async () => {
    const dataDir = makeDataDirectory('pictable-move-')
    folders.push(dataDir)
    const all = [...s3.objects].filter(([key]) => key.startsWith('pictures/cards/images/'))
    const first = await move(['--to', 'disk', '--verify'], dataDir)
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${all.length} files copied, 0 were already there.`),
    })
    s3.objects.clear()
    for (const [key, object] of all.slice(0, 5)) s3.objects.set(key, object)
    const [broken = ''] = await readdir(join(dataDir, 'files/images'))
    const [name = ''] = await readdir(join(dataDir, 'files/images', broken))
    s3.objects.delete(`pictures/cards/images/${name}`)
    const known = s3.objects.size
    await writeFile(join(dataDir, 'files/images', broken, name), 'not what it was')
    const back = await move(['--from', 'disk', '--to', 's3://pictures/cards'], dataDir)
    expect(back.code).toBe(1)
    expect(back.output).toContain(`${all.length - 1 - known} files copied, ${known} were already there.`)
    expect(back.output).toContain(`images/${name}: damaged at the source, not copied`)
    for (const [key, { bytes, contentType }] of all) {
      if (key.endsWith(name)) continue
      expect(s3.objects.get(key)).toMatchObject({ contentType })
      expect(hashOf(s3.objects.get(key)?.bytes ?? new Uint8Array())).toBe(hashOf(bytes))
    }
  })
})
